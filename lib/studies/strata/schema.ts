import { z } from "zod";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import type { Assignment, Frame, Sample, Stratum } from "#lib/studies/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

/**
 * The parts of a frame by what the reference run said: wrong and sure, wrong and unsure, right. Each case whose right answer
 * is known lies in one of them; where the run has no answer it was wrong, and unsure of it.
 */
export const sampledStrata = ["selected", "unsure", "control"] as const satisfies readonly Stratum[];
export type SampledStratum = (typeof sampledStrata)[number];

/** The one that a case of the frame lies in; null where a run chose, and nobody knows what is right. */
export function stratumOf(
  { correct, confidence, hasGold }: Pick<EligibleCase, "correct" | "confidence" | "hasGold">,
  reference: Frame["reference"],
): SampledStratum | null {
  if (reference === null) return "selected";
  if (correct === true) return "control";
  if (correct === false && confidence !== null && confidence >= reference.threshold) return "selected";
  return hasGold ? "unsure" : null;
}

/** Under what the sample keeps how many of them one participant gets, by track. */
export const quotaNames = {
  selected: "quota",
  unsure: "unsure",
  control: "controls",
} as const satisfies Record<SampledStratum, keyof Sample>;

/** Under what counts of a frame say how many of them there are. */
export const countNames = { selected: "selected", unsure: "unsure", control: "controls" } as const;

type Quotas = Pick<Sample, "quota" | "controls" | "unsure">;
type PerTrack = Readonly<Record<string, number>>;

/** A plan that was opened before there was a part for it asks for no case of it. */
export const quotaOf = (sample: Quotas, stratum: SampledStratum): PerTrack =>
  sample[quotaNames[stratum]] ?? {};

/** How many different cases one participant gets by the plan, checks and practice apart: of one track, or of all. */
export function countAsked(sample: Quotas, track?: string): number {
  const quotas = sampledStrata.map((stratum) => quotaOf(sample, stratum));
  const counts =
    track === undefined ? quotas.flatMap(Object.values<number>) : quotas.map((one) => one[track] ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

type Counts = Quotas & Pick<Sample, "attention" | "practice" | "repeats">;

/** How many cases one participant answers: as they are told, with the checks, and with those that come again. */
export const countToAnswer = (sample: Omit<Counts, "practice">): number =>
  countAsked(sample) + sample.attention.count + (sample.repeats ?? 0);

/** How many cases one participant is served, practice among them. */
export const countServed = (sample: Counts): number => countToAnswer(sample) + sample.practice.count;

/** Tracks that cases are asked of. */
export const listAskedTracks = (sample: Quotas): string[] => [
  ...new Set(
    sampledStrata.flatMap((stratum) =>
      Object.entries(quotaOf(sample, stratum)).flatMap(([track, count]) => (count > 0 ? [track] : [])),
    ),
  ),
];

/** How many sets of different cases it takes. */
export const countSets = ({
  design,
  people,
  ratersPerCase,
}: Pick<Assignment, "design" | "people" | "ratersPerCase">): number =>
  ({ same: 1, own: people, blocks: Math.ceil(people / ratersPerCase) })[design];

/** How many of one participant's cases of a track and stratum everybody gets. */
export const countLinked = (
  { linked }: Pick<Sample, "linked">,
  { design }: Pick<Assignment, "design">,
  stratum: SampledStratum,
  track: string,
): number => (design === "blocks" && stratum === "selected" ? (linked?.[track] ?? 0) : 0);

export const hasLinked = ({ sample, assignment }: { sample: Sample; assignment: Assignment }): boolean =>
  listAskedTracks(sample).some((track) => countLinked(sample, assignment, "selected", track) > 0);

/** How many different cases so many sets have, of which each holds as many and some are in all. */
export const countDifferent = (sets: number, quota: number, linked: number): number =>
  linked + sets * (quota - linked);

/** Of each stratum so many cases, or all there are, before anything is said of the whole benchmark. */
export const minOfStratum = 10;

/** A track's cases of one stratum: how many the frame has, and how many of them people answer. */
export type FrameCell = { track: string; stratum: SampledStratum; cases: number; served: number };

/** What the whole benchmark can't be told for: too few of a stratum, or none of a track that has some. */
export type ReachGap = { stratum: SampledStratum; track: string | null; served: number; needed: number };

const count = z.int().min(0);
/** Of one track of the frame, as a study froze them when it opened. */
export const frozenCounts = z.strictObject({
  track: z.string(),
  language: z.string(),
  cases: count,
  selected: count,
  /** Where the plan asks for such cases. */
  unsure: count.optional(),
  controls: count,
  /** Absent where all are of the first kind and have a right answer: there was no other. */
  kinds: z.array(z.enum(kindNames)).optional(),
  withGold: count.optional(),
});
type StratumCounts = Pick<
  z.output<typeof frozenCounts>,
  "track" | "cases" | "selected" | "unsure" | "controls"
>;

/** By track and stratum. What was frozen before there was a word for unsure ones is what the two others leave. */
export const listFrameCells = (
  tracks: readonly StratumCounts[],
  countServed: (track: string, stratum: SampledStratum) => number,
): FrameCell[] =>
  tracks.flatMap(({ track, unsure, ...of }) => {
    const counts = { ...of, unsure: unsure ?? of.cases - of.selected - of.controls };
    return sampledStrata.map((stratum) => ({
      track,
      stratum,
      cases: counts[countNames[stratum]],
      served: countServed(track, stratum),
    }));
  });

export function findReachGaps(cells: readonly FrameCell[]): ReachGap[] {
  const few = sampledStrata.flatMap((stratum): ReachGap[] => {
    const own = cells.filter((cell) => cell.stratum === stratum);
    const total = (field: "cases" | "served") => own.reduce((sum, cell) => sum + cell[field], 0);
    const [served, needed] = [total("served"), Math.min(minOfStratum, total("cases"))];
    return served < needed ? [{ stratum, track: null, served, needed }] : [];
  });
  const without = cells.flatMap(({ stratum, track, cases, served }): ReachGap[] =>
    cases > 0 && served === 0 && !few.some((gap) => gap.stratum === stratum)
      ? [{ stratum, track, served, needed: 1 }]
      : [],
  );
  return [...few, ...without];
}
