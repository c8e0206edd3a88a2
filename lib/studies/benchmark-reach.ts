import { countNames, sampledStrata, type SampledStratum } from "#lib/studies/sampled-strata.ts";

/** Of each stratum so many cases, or all there are, before anything is said of the whole benchmark. */
export const leastOfStratum = 10;

/** A track's cases of one stratum: how many the frame has, and how many of them people answer. */
export type FrameCell = { track: string; stratum: SampledStratum; cases: number; served: number };

/** What the whole benchmark can't be told for: too few of a stratum, or none of a track that has some. */
export type ReachGap = { stratum: SampledStratum; track: string | null; served: number; needed: number };

type Counted = {
  track: string;
  cases: number;
  selected: number;
  unsure?: number | undefined;
  controls: number;
};

/** By track and stratum. What was frozen before there was a word for unsure ones is what the two others leave. */
export const listFrameCells = (
  tracks: readonly Counted[],
  countServed: (track: string, stratum: SampledStratum) => number,
): FrameCell[] =>
  tracks.flatMap(({ track, unsure, ...of }) => {
    const counts = { ...of, unsure: unsure ?? of.cases - of.selected - of.controls };
    return sampledStrata.map((stratum) => ({
      ...{ track, stratum, cases: counts[countNames[stratum]] },
      served: countServed(track, stratum),
    }));
  });

export function findReachGaps(cells: readonly FrameCell[]): ReachGap[] {
  const few = sampledStrata.flatMap((stratum): ReachGap[] => {
    const own = cells.filter((cell) => cell.stratum === stratum);
    const total = (field: "cases" | "served") => own.reduce((sum, cell) => sum + cell[field], 0);
    const [served, needed] = [total("served"), Math.min(leastOfStratum, total("cases"))];
    return served < needed ? [{ stratum, track: null, served, needed }] : [];
  });
  const without = cells.flatMap(({ stratum, track, cases, served }): ReachGap[] =>
    cases > 0 && served === 0 && !few.some((gap) => gap.stratum === stratum)
      ? [{ stratum, track, served, needed: 1 }]
      : [],
  );
  return [...few, ...without];
}
