import { prepareWeighted } from "#lib/metrics/power/weighted.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { Design } from "#lib/studies/schema.ts";
import { findReachGaps, listFrameCells, quotaOf, sampledStrata } from "#lib/studies/strata/schema.ts";

export type PlannedPower = Pick<Design, "frame" | "sample" | "assignment" | "power">;
export type TrackSize = Pick<TrackCount, "track" | "cases" | "selected" | "controls"> &
  Partial<Pick<TrackCount, "unsure" | "kinds" | "withGold">>;

/** How closely people's accuracy over the whole benchmark will be known, to either side; null where it can't be told. */
export function expectBenchmark(
  { frame, sample, assignment, power }: PlannedPower,
  tracks: readonly TrackSize[],
  expect = prepareWeighted(power),
): { half: number } | null {
  if (!frame.reference) return null;
  const { design, people, ratersPerCase } = assignment;
  const sets = { same: 1, own: people, blocks: Math.ceil(people / ratersPerCase) }[design];
  const cells = listFrameCells(
    tracks.filter(({ track }) => frame.tracks.includes(track)),
    (track, stratum) => (quotaOf(sample, stratum)[track] ?? 0) * sets,
  );
  if (findReachGaps(cells).length > 0) return null;
  const total = cells.reduce((sum, { cases }) => sum + cases, 0);
  const parts = sampledStrata.map((stratum) =>
    cells
      .filter((cell) => cell.stratum === stratum && cell.cases > 0)
      .map(({ track, cases, served }) => ({
        share: cases / total,
        cases: Math.min(served, cases),
        casesPerPerson: quotaOf(sample, stratum)[track] ?? 0,
      })),
  );
  const found = expect(parts, people);
  return found && { half: (found.high - found.low) / 2 };
}
