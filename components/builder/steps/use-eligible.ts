import { useEffect, useState } from "react";
import type { Frame } from "#lib/studies/schema.ts";
import { eligibleAddress } from "#lib/paths.ts";
import type { ThresholdCurve, TrackCount } from "#lib/studies/frame/survey.ts";

/** What the server answers about a frame. The curves are there where a run is named. */
export type Eligible = { referenceFound: boolean; tracks: TrackCount[]; curves: ThresholdCurve[] };

/** Steps of a hundredth are answered by the curve that is here; anything finer the server has to count. */
const isOnCurve = (threshold: number): boolean => Math.round(threshold * 100) / 100 === threshold;

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

/** "unfit": a number in the frame is none that can be stored, either. */
type CountResult = Eligible | "unfit" | null;

/** A moment to let somebody finish typing. */
const patience = 200;

/**
 * Counts for a frame, asked anew when its run or filters change. All tracks are asked for and the threshold is
 * left out as long as the curve can answer it, so that ticking and dragging need no request. `last` may answer
 * an earlier question: good enough for a picture not to flicker, not for a number.
 */
export function useEligible(
  slug: string,
  choice: { slug: string; tracks: readonly { name: string }[] } | null,
  frame: Frame,
) {
  const { reference } = frame;
  const threshold = reference && (isOnCurve(reference.threshold) ? 0 : reference.threshold);
  const tracks = choice?.tracks.map(({ name }) => name);
  const asked = { ...frame, tracks, reference: reference && { ...reference, threshold } };
  const address =
    choice &&
    `${eligibleAddress(slug)}?${new URLSearchParams({ benchmark: choice.slug, frame: JSON.stringify(asked) })}`;
  const [answer, setAnswer] = useState<{ address: string; eligible: CountResult } | null>(null);

  useEffect(() => {
    if (!address) return;
    const outdated = new AbortController();
    const { signal } = outdated;
    const timer = setTimeout(async () => {
      const eligible = await ask(address, signal);
      if (!signal.aborted) setAnswer({ address, eligible });
    }, patience);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [address]);

  const answered = answer?.eligible ?? null;
  const last = answered === "unfit" ? null : answered;
  if (!address) return { state: "nothing", eligible: null, last: null } as const;
  if (answer?.address !== address) return { state: "counting", eligible: null, last } as const;
  const state = last ? "counted" : answered === "unfit" ? "unfit" : "failed";
  return { state, eligible: last, last } as const;
}

async function ask(address: string, signal: AbortSignal): Promise<CountResult> {
  try {
    const response = await fetch(address, { signal });
    if (response.status === 400) return "unfit";
    return response.ok ? ((await response.json()) as Eligible) : null;
  } catch {
    return null;
  }
}
