import { setImmediate } from "node:timers/promises";
import { type PowerFigures, type PowerInput, simulatePower, smallCell } from "#lib/metrics/power/power.ts";
import { simulateArms, type ArmPower } from "#lib/metrics/power/arms.ts";
import { peoplePerArm, type Arms } from "#lib/studies/arms/schema.ts";
import { expectBenchmark } from "#lib/studies/opening/benchmark-power.ts";
import { listJudged } from "#lib/studies/frame/planned-task.ts";
import { computeJudged, type JudgedPower, type OriginLayout } from "#lib/studies/opening/judged-power.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { Assignment, Design } from "#lib/studies/schema.ts";
import { BoundedMap } from "#lib/bounded-map.ts";

type PowerDesign = Pick<Design, "frame" | "sample" | "assignment" | "power" | "claims">;
type TrackCounts = Pick<TrackCount, "track" | "cases" | "selected" | "controls"> &
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
export type PowerChange = Pick<Assignment, "design" | "people"> & { figures: PowerFigures };
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
  tracks: readonly TrackCounts[],
  { withChanges = true, standing = [] }: { withChanges?: boolean; standing?: readonly OriginLayout[] } = {},
): Promise<PowerPlan> {
  const { frame, sample, assignment, claims } = design;
  const { accuracy, personSpread, caseSpread } = design.power;
  const power = { accuracy, personSpread, caseSpread };
  const judged = listJudged(sample.quota, tracks);
  const quota = Object.fromEntries(Object.entries(sample.quota).filter(([track]) => !judged.includes(track)));
  const simulate = (wanted: SimulationRequest, changed: Partial<PowerInput> = {}): Promise<PowerFigures> => {
    const people = changed.people ?? assignment.people;
    return simulateOnce({
      design: assignment.design,
      people,
      casesPerPerson: wanted.cases,
      // Every set of cases comes once for each arm.
      distinctCases: wanted.countDistinct(peoplePerArm({ ...assignment, people })),
      ratersPerCase: assignment.ratersPerCase * (assignment.arms?.arms.length ?? 1),
      ...power,
      margin: claims?.margin ?? null,
      seed: sample.seed,
      ...changed,
    });
  };

  const rows: PowerRow[] = [];
  for (const wanted of [...listWanted("selected", quota, tracks), ...listControls(sample, tracks)]) {
    const { stratum, track, cases } = wanted;
    const perfectFrom = smallCell(cases).low;
    rows.push({ stratum, track, casesPerPerson: cases, figures: await simulate(wanted), perfectFrom });
  }

  const [all] = listWanted("selected", quota, tracks);
  const changes: PowerChange[] = [];
  for (const { design: other, people } of withChanges && all ? listChanges(assignment) : []) {
    const figures = await simulate(all as SimulationRequest, {
      design: other,
      people,
      simulations: CHANGED_SIMULATIONS,
    });
    changes.push({ design: other, people, figures });
  }
  const { reference } = frame;
  const selectedBy = reference && [reference.model, reference.method].join(", ");
  const { people, design: assigned } = assignment;
  return {
    people,
    design: assigned,
    assumptions: design.power,
    rows,
    changes,
    selectedBy,
    judged: computeJudged(design, tracks, standing),
    arms: all ? await compareArms(design, all) : null,
    benchmark: expectBenchmark(design, tracks),
  };
}

const memoized = new BoundedMap<string, PowerFigures>(200, "power");

/** One plan is looked at many times, and its figures never differ: while a study runs, others need the processor. */
async function simulateOnce(input: PowerInput): Promise<PowerFigures> {
  const key = JSON.stringify(input);
  const known = memoized.get(key);
  if (known) return known;
  await setImmediate();
  const figures = simulatePower(input);
  memoized.set(key, figures);
  return figures;
}

const memoizedArms = new BoundedMap<string, ArmPower>(100, "power of arms");

async function compareArms(
  { assignment, sample, power }: PowerDesign,
  wanted: SimulationRequest,
): Promise<PowerPlan["arms"]> {
  const { arms, design, ratersPerCase } = assignment;
  if (!arms) return null;
  const { accuracy, personSpread, caseSpread } = power;
  const { unit } = arms;
  const [people, count] = [peoplePerArm(assignment), arms.arms.length];
  const input = {
    design,
    people,
    ratersPerCase,
    unit,
    arms: count,
    accuracy,
    personSpread,
    caseSpread,
    casesPerPerson: wanted.cases,
    distinctCases: wanted.countDistinct(people),
    seed: sample.seed,
  };
  const key = JSON.stringify(input);
  const known = memoizedArms.get(key);
  if (known) return { ...known, unit, count };
  await setImmediate();
  const figures = simulateArms(input);
  memoizedArms.set(key, figures);
  return { ...figures, unit, count };
}

type SimulationRequest = Pick<PowerRow, "stratum" | "track"> & {
  cases: number;
  countDistinct: (people: number) => number;
};

/** All tracks together first, then each where there are several. */
function listWanted(
  stratum: PowerRow["stratum"],
  quota: Design["sample"]["quota"],
  tracks: readonly TrackCounts[],
): SimulationRequest[] {
  const field = stratum === "selected" ? "selected" : "controls";
  // What is stored keeps no order of its own; that of the benchmark is known by its tracks.
  const placeOf = (track: string) => tracks.findIndex((one) => one.track === track);
  const each = Object.entries(quota)
    .filter(([, cases]) => cases > 0)
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([track, cases]): SimulationRequest => {
      const there = tracks.find((one) => one.track === track)?.[field] ?? Infinity;
      return { stratum, track, cases, countDistinct: (people) => Math.min(people * cases, there) };
    });
  if (each.length === 0) return [];
  const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);
  const together: SimulationRequest = {
    stratum,
    track: null,
    cases: total(each.map(({ cases }) => cases)),
    countDistinct: (people) => total(each.map(({ countDistinct }) => countDistinct(people))),
  };
  return each.length === 1 ? [together] : [together, ...each];
}

const listControls = ({ controls }: Design["sample"], tracks: readonly TrackCounts[]) =>
  listWanted("control", controls, tracks).slice(0, 1);

function listChanges({ design, people }: Assignment): Pick<PowerChange, "design" | "people">[] {
  const crowds = [Math.floor(people / 2), people * 2].filter((one) => one >= 2 && one <= 10_000);
  const others = (["same", "own"] as const).filter((one) => one !== design);
  return [
    ...crowds.map((one) => ({ design, people: one })),
    ...others.map((one) => ({ design: one, people })),
  ];
}
