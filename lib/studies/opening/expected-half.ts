import { countDistinctCases } from "#lib/metrics/power/layout.ts";
import { prepareWeighted } from "#lib/metrics/power/weighted.ts";
import { countLinked } from "#lib/studies/strata/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

type PlannedDesign = Pick<Design, "sample" | "assignment" | "power">;
type AskedTrack = readonly [track: string, casesPerPerson: number];
type SelectedCases = { track: string; selected: number };

/** How many different selected cases of a track so many people answer. */
export const countSelectedCases = (
  { sample, assignment }: Pick<PlannedDesign, "sample" | "assignment">,
  [track, casesPerPerson]: AskedTrack,
  tracks: readonly SelectedCases[],
  people: number,
): number =>
  countDistinctCases({
    ...assignment,
    people,
    casesPerPerson,
    linked: countLinked(sample, assignment, "selected", track),
    distinctCases: tracks.find((one) => one.track === track)?.selected,
  });

/**
 * In closed form: how far the interval of people's accuracy on the selected cases reaches to either side. Null where nothing can
 * be said.
 */
export function expectHalf(
  design: PlannedDesign,
  asked: readonly AskedTrack[],
  tracks: readonly SelectedCases[],
  people = design.assignment.people,
  expect = prepareWeighted(design.power),
): number | null {
  const cases = asked.reduce((sum, one) => sum + countSelectedCases(design, one, tracks, people), 0);
  const casesPerPerson = asked.reduce((sum, [, count]) => sum + count, 0);
  const bounds = expect([[{ share: 1, cases, casesPerPerson }]], people);
  return bounds && (bounds.high - bounds.low) / 2;
}
