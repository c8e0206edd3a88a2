import type { Sample, Stratum } from "#lib/studies/schema.ts";

/**
 * The parts of a frame by what the reference run said: wrong and sure, wrong and unsure, right. Each case whose right answer
 * is known lies in one of them; where the run has no answer it was wrong, and unsure of it.
 */
export const sampledStrata = ["selected", "unsure", "control"] as const satisfies readonly Stratum[];
export type SampledStratum = (typeof sampledStrata)[number];

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

/** How many cases one participant gets by the plan, checks and practice apart: of one track, or of all. */
export function countAsked(sample: Quotas, track?: string): number {
  const quotas = sampledStrata.map((stratum) => quotaOf(sample, stratum));
  const counts =
    track === undefined ? quotas.flatMap(Object.values<number>) : quotas.map((one) => one[track] ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Tracks that cases are asked of. */
export const listAskedTracks = (sample: Quotas): string[] => [
  ...new Set(
    sampledStrata.flatMap((stratum) =>
      Object.entries(quotaOf(sample, stratum)).flatMap(([track, count]) => (count > 0 ? [track] : [])),
    ),
  ),
];
