import { setImmediate } from "node:timers/promises";
import { type PowerFigures, type PowerInput, simulatePower, smallCell } from "#lib/metrics/power/power.ts";
import { simulateArms, type ArmPower } from "#lib/metrics/power/arms.ts";
import { peoplePerArm, type Arms } from "#lib/studies/arms/schema.ts";
import { listJudged } from "#lib/studies/frame/planned-task.ts";
import { computeJudged, type JudgedPower, type OriginLayout } from "#lib/studies/opening/judged-power.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { Assignment, Design } from "#lib/studies/schema.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { prepareWeighted } from "#lib/metrics/power/weighted.ts";
import {
  countDifferent,
  countLinked,
  countSets,
  findReachGaps,
  listFrameCells,
  quotaOf,
  sampledStrata,
} from "#lib/studies/strata/schema.ts";
import { minForClaim } from "#lib/metrics/claim.ts";
import { countSelectedCases, expectHalf } from "#lib/studies/opening/expected-half.ts";

type PowerDesign = Pick<Design, "frame" | "sample" | "assignment" | "power" | "claims">;
export type TrackSize = Pick<TrackCount, "track" | "cases" | "selected" | "controls"> &
  Partial<Pick<TrackCount, "unsure" | "kinds" | "withGold">>;

export type PowerRow = {
  stratum: "selected" | "control";
  /** Null where all tracks are taken together. */
  track: string | null;
  casesPerPerson: number;
  figures: PowerFigures;
  /** The least that a perfect score of one participant leaves possible. */
  perfectFrom: number | null;
};
/** The same study with one thing changed. */
type PowerChange = Pick<Assignment, "design" | "people"> & { figures: PowerFigures };
export type PowerPlan = {
  people: number;
  design: Assignment["design"];
  assumptions: Design["power"];
  rows: PowerRow[];
  changes: PowerChange[];
  /** The run whose errors the selected cases are. */
  selectedBy: string | null;
  /** Tracks that are planned and have no accuracy: their means and shares. */
  judged: JudgedPower[];
  /** Two of its arms, over all selected cases; null without arms, or without a quota of what can be right. */
  arms: (ArmPower & { unit: Arms["unit"]; count: number }) | null;
  /** To either side of people's accuracy over the whole benchmark; null where that can't be told. */
  benchmark: { half: number } | null;
};

const CHANGED_SIMULATIONS = 500;

/**
 * What the planned people and cases can be expected to show. Without tracks there is no limit to the cases.
 * Other requests are let through between one simulation and the next.
 */
export async function computePower(
  design: PowerDesign,
  tracks: readonly TrackSize[],
  { withChanges = true, standing = [] }: { withChanges?: boolean; standing?: readonly OriginLayout[] } = {},
): Promise<PowerPlan> {
  const { frame, sample, assignment, claims } = design;
  const { accuracy, personSpread, caseSpread } = design.power;
  const power = { accuracy, personSpread, caseSpread };
  const judged = listJudged(sample.quota, tracks);
  const quota = Object.fromEntries(Object.entries(sample.quota).filter(([track]) => !judged.includes(track)));
  const simulate = (wanted: SimulationRequest, changed: Partial<PowerInput> = {}): Promise<PowerFigures> => {
    const people = changed.people ?? assignment.people;
    return simulatePowerOnce({
      design: assignment.design,
      people,
      casesPerPerson: wanted.cases,
      // Every set of cases comes once for each arm.
      distinctCases: wanted.countDistinct(peoplePerArm({ ...assignment, people })),
      ratersPerCase: assignment.ratersPerCase * (assignment.arms?.arms.length ?? 1),
      linked: wanted.linked,
      ...power,
      margin: claims?.margin ?? null,
      seed: sample.seed,
      ...changed,
    });
  };

  const rows: PowerRow[] = [];
  const selected = listWanted("selected", quota, tracks, (track) =>
    countLinked(sample, assignment, "selected", track),
  );
  const [all] = selected;
  const controls = listWanted("control", sample.controls, tracks, () => 0).slice(0, 1);
  for (const wanted of [...selected, ...controls]) {
    const { stratum, track, cases } = wanted;
    const perfectFrom = smallCell(cases).low;
    rows.push({ stratum, track, casesPerPerson: cases, figures: await simulate(wanted), perfectFrom });
  }

  const changes: PowerChange[] = [];
  if (withChanges && all)
    for (const changed of listChanges(assignment)) {
      const figures = await simulate(all, { ...changed, simulations: CHANGED_SIMULATIONS });
      changes.push({ ...changed, figures });
    }
  const { reference } = frame;
  return {
    people: assignment.people,
    design: assignment.design,
    assumptions: design.power,
    rows,
    changes,
    selectedBy: reference && [reference.model, reference.method].join(", "),
    judged: computeJudged(design, tracks, standing),
    arms: all ? await compareArms(design, all) : null,
    benchmark: expectBenchmark(design, tracks),
  };
}

/** One plan is looked at many times, and its figures never differ: while a study runs, others need the processor. */
function memoize<Input, Figures extends object>(
  memoized: BoundedMap<string, Figures>,
  simulate: (input: Input) => Figures,
) {
  return async (input: Input): Promise<Figures> => {
    const key = JSON.stringify(input);
    const known = memoized.get(key);
    if (known) return known;
    await setImmediate();
    const figures = simulate(input);
    memoized.set(key, figures);
    return figures;
  };
}

const simulatePowerOnce = memoize(new BoundedMap<string, PowerFigures>(200, "power"), simulatePower);
const simulateArmsOnce = memoize(new BoundedMap<string, ArmPower>(100, "power of arms"), simulateArms);

async function compareArms(
  { assignment, sample, power }: PowerDesign,
  wanted: SimulationRequest,
): Promise<PowerPlan["arms"]> {
  const { arms, design, ratersPerCase } = assignment;
  if (!arms) return null;
  const { accuracy, personSpread, caseSpread } = power;
  const { unit } = arms;
  const [people, count] = [peoplePerArm(assignment), arms.arms.length];
  const figures = await simulateArmsOnce({
    design,
    people,
    ratersPerCase,
    linked: wanted.linked,
    unit,
    arms: count,
    accuracy,
    personSpread,
    caseSpread,
    casesPerPerson: wanted.cases,
    distinctCases: wanted.countDistinct(people),
    seed: sample.seed,
  });
  return { ...figures, unit, count };
}

type SimulationRequest = Pick<PowerRow, "stratum" | "track"> & {
  cases: number;
  /** Of these, how many everybody gets. */
  linked: number;
  countDistinct: (people: number) => number;
};

/** All tracks together first, then each where there are several. */
function listWanted(
  stratum: PowerRow["stratum"],
  quota: Design["sample"]["quota"],
  tracks: readonly TrackSize[],
  linkedOf: (track: string) => number,
): SimulationRequest[] {
  const field = stratum === "selected" ? "selected" : "controls";
  const each = listAsked(quota, tracks).map(([track, cases]): SimulationRequest => {
    const there = tracks.find((one) => one.track === track)?.[field] ?? Infinity;
    const countDistinct = (people: number) => Math.min(people * cases, there);
    return { stratum, track, cases, linked: linkedOf(track), countDistinct };
  });
  if (each.length === 0) return [];
  const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);
  const together: SimulationRequest = {
    stratum,
    track: null,
    cases: total(each.map(({ cases }) => cases)),
    linked: total(each.map(({ linked }) => linked)),
    countDistinct: (people) => total(each.map(({ countDistinct }) => countDistinct(people))),
  };
  return each.length === 1 ? [together] : [together, ...each];
}

/** What is stored keeps no order of its own; that of the benchmark is known by its tracks. */
function listAsked(quota: Design["sample"]["quota"], tracks: readonly TrackSize[]) {
  const placeOf = (track: string) => tracks.findIndex((one) => one.track === track);
  return Object.entries(quota)
    .filter(([, cases]) => cases > 0)
    .sort(([a], [b]) => placeOf(a) - placeOf(b));
}

function listChanges({ design, people }: Assignment): Pick<PowerChange, "design" | "people">[] {
  const crowds = [Math.floor(people / 2), people * 2].filter((one) => one >= 2 && one <= 10_000);
  const others = (["same", "own"] as const).filter((one) => one !== design);
  return [
    ...crowds.map((one) => ({ design, people: one })),
    ...others.map((one) => ({ design: one, people })),
  ];
}

type PlannedPower = Pick<Design, "frame" | "sample" | "assignment" | "power">;

/** How closely people's accuracy over the whole benchmark will be known, to either side; null where it can't be told. */
function expectBenchmark(
  { frame, sample, assignment, power }: PlannedPower,
  tracks: readonly TrackSize[],
  expect = prepareWeighted(power),
): { half: number } | null {
  if (!frame.reference) return null;
  const sets = countSets(assignment);
  const cells = listFrameCells(
    tracks.filter(({ track }) => frame.tracks.includes(track)),
    (track, stratum) =>
      countDifferent(
        sets,
        quotaOf(sample, stratum)[track] ?? 0,
        countLinked(sample, assignment, stratum, track),
      ),
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
  const found = expect(parts, assignment.people);
  return found && { half: (found.high - found.low) / 2 };
}

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
  const judged = listJudged(sample.quota, tracks);
  const asked = listAsked(sample.quota, tracks).filter(([track]) => !judged.includes(track));
  if (asked.length === 0) return { people, planned: assignment.people, lines: [] };
  const expect = prepareWeighted(design.power);
  const lineOf = (track: string | null, some: readonly (readonly [string, number])[]) => {
    const halfAt = (crowd: number) => expectHalf(design, some, tracks, crowd, expect);
    const ratioAt = goThrough(listSimulated(simulated, track), halfAt);
    return people.map((crowd) => {
      const half = halfAt(crowd);
      return half && half * ratioAt(crowd);
    });
  };
  const told = asked.filter(
    (one) => countSelectedCases(design, one, tracks, assignment.people) >= minForClaim.cases,
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
