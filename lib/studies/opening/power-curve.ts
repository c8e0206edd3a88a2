import { minForClaim } from "#lib/metrics/claim.ts";
import { countDistinctCases } from "#lib/metrics/power/layout.ts";
import { prepareWeighted } from "#lib/metrics/power/weighted.ts";
import { listJudged } from "#lib/studies/frame/planned-task.ts";
import { expectBenchmark, type TrackSize, type PlannedPower } from "#lib/studies/opening/benchmark-power.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

/** Half the width of the interval of people's accuracy, for each number of people; null where nothing can be said. */
export type PowerLine = {
  of: "selected" | "track" | "benchmark";
  track: string | null;
  halves: (number | null)[];
};
export type PowerCurve = { people: number[]; planned: number; lines: PowerLine[] };

const steps = 16;
const step = 5;

/** From 5 to 80 people, or further in longer steps where more are planned; the planned number is among them. */
export function listCrowds(planned: number): number[] {
  const each = step * Math.ceil(planned / (step * steps));
  const crowds = Array.from({ length: steps }, (_, i) => each * (i + 1));
  return [...new Set([...crowds, planned])].sort((a, b) => a - b).filter((people) => people >= 2);
}

/**
 * In closed form, by the variances that the simulation draws from: fast enough for a line of them. Each line goes through
 * what was simulated, so that drawing and table say the same.
 */
export function drawPowerCurve(
  design: PlannedPower,
  tracks: readonly TrackSize[],
  simulated: SimulatedPlan,
): PowerCurve {
  const { sample, assignment } = design;
  const people = listCrowds(assignment.people);
  const placeOf = (track: string) => tracks.findIndex((one) => one.track === track);
  const judged = listJudged(sample.quota, tracks);
  const asked = Object.entries(sample.quota)
    .filter(([track, cases]) => cases > 0 && !judged.includes(track))
    .sort(([a], [b]) => placeOf(a) - placeOf(b));
  if (asked.length === 0) return { people, planned: assignment.people, lines: [] };
  const distinct = (track: string, cases: number, crowd: number) =>
    countDistinctCases({
      ...assignment,
      people: crowd,
      casesPerPerson: cases,
      distinctCases: tracks.find((one) => one.track === track)?.selected,
    });
  const expect = prepareWeighted(design.power);
  const lineOf = (track: string | null, some: readonly (readonly [string, number])[]) => {
    const halfAt = (crowd: number) => {
      const cases = some.reduce((sum, [name, count]) => sum + distinct(name, count, crowd), 0);
      const casesPerPerson = some.reduce((sum, [, count]) => sum + count, 0);
      return halfOf(expect([[{ share: 1, cases, casesPerPerson }]], crowd));
    };
    const ratioAt = goThrough(listSimulated(simulated, track), halfAt);
    return people.map((crowd) => {
      const half = halfAt(crowd);
      return half && half * ratioAt(crowd);
    });
  };
  const told = asked.filter(
    ([track, cases]) => distinct(track, cases, assignment.people) >= minForClaim.cases,
  );
  const benchmark = people.map(
    (crowd) =>
      expectBenchmark({ ...design, assignment: { ...assignment, people: crowd } }, tracks, expect)?.half ??
      null,
  );
  const lines: PowerLine[] = [{ of: "selected", track: null, halves: lineOf(null, asked) }];
  if (asked.length > 1)
    for (const one of told) lines.push({ of: "track", track: one[0], halves: lineOf(one[0], [one]) });
  if (benchmark.some((half) => half !== null))
    lines.push({ of: "benchmark", track: null, halves: benchmark });
  return { people, planned: assignment.people, lines };
}

type SimulatedPlan = Pick<PowerPlan, "people" | "design" | "rows" | "changes">;
type Anchor = { people: number; half: number };

/** Of the planned number of people, and over all cases of half and twice as many. */
function listSimulated({ people, design, rows, changes }: SimulatedPlan, track: string | null): Anchor[] {
  const planned = rows.filter((row) => row.stratum === "selected" && row.track === track);
  const others = track === null ? changes.filter((change) => change.design === design) : [];
  return [...planned.map(({ figures }) => ({ people, figures })), ...others]
    .flatMap((one) =>
      one.figures.intervalWidth === null ? [] : { people: one.people, half: one.figures.intervalWidth / 2 },
    )
    .sort((a, b) => a.people - b.people);
}

/** By how much the closed form is off where it was simulated, in a line between, and the same beyond. */
function goThrough(anchors: readonly Anchor[], halfAt: (people: number) => number | null) {
  const known = anchors.flatMap(({ people, half }) => {
    const closed = halfAt(people);
    return closed ? { people, ratio: half / closed } : [];
  });
  return (people: number): number => {
    const above = known.find((one) => one.people >= people) ?? known.at(-1);
    const below = known.findLast((one) => one.people <= people) ?? above;
    if (!above || !below) return 1;
    const along = above.people === below.people ? 0 : (people - below.people) / (above.people - below.people);
    return below.ratio + along * (above.ratio - below.ratio);
  };
}

const halfOf = (bounds: { low: number; high: number } | null) => bounds && (bounds.high - bounds.low) / 2;
