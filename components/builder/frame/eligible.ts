import type { ThresholdCurve, TrackCount } from "#lib/studies/frame/survey.ts";
import type { RunName } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

export type BenchmarkChoice = {
  slug: string;
  name: string;
  tracks: { name: string; language: string; cases: number }[];
  runs: RunName[];
};

/** What the server answers about a frame. The curves are there where a run is named. */
export type Eligible = { referenceFound: boolean; tracks: TrackCount[]; curves: ThresholdCurve[] };

/** Steps of a hundredth are answered by the curve that is here; anything finer the server has to count. */
export const isOnCurve = (threshold: number): boolean => Math.round(threshold * 100) / 100 === threshold;

/** How many cases of a track the frame selects at this threshold. */
export function countSelected(answer: Eligible, track: string, reference: Frame["reference"]): number | null {
  const counted = answer.tracks.find((one) => one.track === track);
  if (!counted) return null;
  if (!reference || !isOnCurve(reference.threshold)) return counted.selected;
  const curve = answer.curves.find((one) => one.track === track);
  return curve?.selectedAt[Math.round(reference.threshold * 100)] ?? null;
}

/** How many are wrong and below it, or unanswered: with another threshold a case goes from one to the other. */
export function countUnsure(answer: Eligible, track: string, reference: Frame["reference"]): number | null {
  const counted = answer.tracks.find((one) => one.track === track);
  const selected = countSelected(answer, track, reference);
  return counted && selected !== null ? counted.selected + counted.unsure - selected : null;
}

/** The confidence of the wrong answers in these tracks, in steps of a hundredth: how many lie at each or above. */
export function addCurves({ curves }: Eligible, tracks: readonly string[]): number[] {
  const chosen = curves.filter(({ track }) => tracks.includes(track));
  return Array.from({ length: 101 }, (_, k) =>
    chosen.reduce((sum, { selectedAt }) => sum + (selectedAt[k] ?? 0), 0),
  );
}
