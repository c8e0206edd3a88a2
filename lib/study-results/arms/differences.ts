import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { pairedDifference } from "#lib/metrics/tests/paired-difference.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { betweenInterval, measureBetween, measureWithin } from "#lib/metrics/two-way/between.ts";
import { pAgainst } from "#lib/metrics/two-way/gap.ts";
import { twoWayMean, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";
import type { ArmDifference } from "#lib/study-results/figure-schemas.ts";
import { variesCases, plainKeyOf } from "#lib/study-results/arms/place.ts";
import { hasEnoughData, type Counts } from "#lib/study-results/overview/types.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type RunRow, type StudyRows, type CaseRow } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";

export type PeopleDifference = ArmDifference & { n: readonly [Counts, Counts] };
export type ModelDifference = ArmDifference & { runs: readonly [RunRow, RunRow] };

export type ArmDifferences = {
  people: readonly PeopleDifference[];
  models: readonly ModelDifference[];
};

/** Every pair of arms, over the same cases: of people, and of each model that was asked under both. */
export const getArmDifferences = (rows: StudyRows, view: View): ArmDifferences =>
  memoize(rows, `arm differences ${viewKey(view)}`, () => {
    const packed = packArms(rows, view);
    const isLook = holdsAtEveryLook(rows, view.who);
    const pairs = listPairs(rows.study.design.assignment.arms?.arms.length ?? 0);
    return {
      people: adjust(pairs.map((pair) => differPeople(rows, packed, pair, isLook))),
      models: adjust(
        pairs.flatMap((pair) => {
          const shared = listShared(packed, pair);
          return pairRuns(rows, pair).map((runs) => differModel(rows, packed, { pair, runs, shared }));
        }),
      ),
    };
  });

type Pair = readonly [number, number];

const listPairs = (arms: number): Pair[] =>
  Array.from({ length: arms }, (_, first) =>
    Array.from({ length: arms - first - 1 }, (_, more): Pair => [first + 1, first + more + 2]),
  ).flat();

function adjust<D extends ArmDifference>(differences: readonly D[]): D[] {
  const { holm } = adjustP(differences.map(({ p }) => p));
  return differences.map((one, i) => ({ ...one, holm: holm[i] ?? null }));
}

const untold = { low: null, high: null, p: null, holm: null };

function differPeople(
  { study }: StudyRows,
  packed: PackedArms,
  pair: Pair,
  isLook: boolean,
): PeopleDifference {
  const [first, second] = pair;
  const shared = listShared(packed, pair);
  const [one, other] = pair.map((arm) => twoWayMean(keepArm(packed, arm, shared)));
  const n = [countOf(one), countOf(other)] as const;
  const told = { first, second, cases: shared.length, n };
  if (!one || !other)
    return { ...told, ...untold, ofFirst: null, ofSecond: null, value: null, reason: "no_items" };
  const isOfCases = study.design.assignment.arms?.unit === "cases";
  const measured = isOfCases ? measureWithin(one, other) : measureBetween(one, other);
  const figures = { ...told, ofFirst: one.mean, ofSecond: other.mean, value: measured.value };
  if (isLook) return { ...figures, ...untold, reason: "interim" };
  if (!n.every(hasEnoughData)) return { ...figures, ...untold, reason: "too_few" };
  const at = (level: number) => betweenInterval(measured, level);
  const { low, high } = at(defaultLevel);
  return { ...figures, low, high, p: pAgainst(at, measured.value), holm: null, reason: null };
}

const countOf = (mean: TwoWayMean | null | undefined): Counts => ({
  answers: mean?.answers ?? 0,
  people: mean?.people ?? 0,
  cases: mean?.cases ?? 0,
});

type PairToCompare = { pair: Pair; runs: readonly [RunRow, RunRow]; shared: readonly number[] };

function differModel(
  { study }: StudyRows,
  packed: PackedArms,
  { pair, runs, shared }: PairToCompare,
): ModelDifference {
  const isInCases = variesCases(study.design);
  const scores = pair.map((arm, side) => {
    const all = mainScores((runs[side] as RunRow).predictions);
    return shared.map((base) => all[packed.placesOf[base]?.get(isInCases ? arm : 0) ?? -1] ?? NaN);
  });
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  let [cases, sumOfFirst, sumOfSecond, isBinary] = [0, 0, 0, true];
  shared.forEach((_, place) => {
    const [one, other] = scores.map((own) => own[place] as number) as [number, number];
    if (Number.isNaN(one) || Number.isNaN(other)) return;
    cases += 1;
    sumOfFirst += one;
    sumOfSecond += other;
    isBinary &&= [one, other].every((score) => score === 0 || score === 1);
    if (one === other) counts[one === 1 ? "both" : "neither"] += 1;
    else counts[one > other ? "onlyFirst" : "onlySecond"] += 1;
  });
  const [first, second] = pair;
  const share = (sum: number) => (cases === 0 ? null : sum / cases);
  const told = { first, second, cases, runs, ofFirst: share(sumOfFirst), ofSecond: share(sumOfSecond) };
  const value = cases === 0 ? null : (sumOfFirst - sumOfSecond) / cases;
  const reason = cases === 0 ? "no_items" : isBinary ? null : "not_binary";
  if (reason !== null) return { ...told, ...untold, value, reason };
  const { low, high } = pairedDifference(counts);
  return {
    ...told,
    value,
    low,
    high,
    p: mcnemarExact(counts.onlyFirst, counts.onlySecond).p,
    holm: null,
    reason,
  };
}

/** The counted answers with cases numbered by what they are in the benchmark, however arms show them. */
type PackedArms = {
  input: TwoWayInput;
  /** By answer: its arm, the first being 1; 0 where it has none. */
  armOf: Int32Array;
  /** By case: where the study's rows have it under each arm, or wherever where it is the same under all. */
  placesOf: readonly ReadonlyMap<number, number>[];
};

/** Of everybody and all arms; people and works are numbered alike in every arm. */
const packArms = (rows: StudyRows, view: View): PackedArms =>
  memoize(rows, `packed arms ${viewKey(view)}`, () => {
    const selection = getSelection(rows, { ...view, arm: null });
    const packed = packSelection(selection);
    const numberOf = new Map<string, number>();
    const baseOf = Int32Array.from(selection.cases, (at) => {
      const row = rows.cases[at] as CaseRow;
      const name = JSON.stringify([row.track, plainKeyOf(row)]);
      const number = numberOf.get(name) ?? numberOf.size;
      numberOf.set(name, number);
      return number;
    });
    const cases = numberOf.size;
    const stratumOf = new Int32Array(cases);
    const clusterOf = Int32Array.from({ length: cases }, (_, base) => base);
    const placesOf = Array.from({ length: cases }, () => new Map<number, number>());
    baseOf.forEach((base, place) => {
      stratumOf[base] = packed.stratumOf?.[place] ?? 0;
      clusterOf[base] = baseOf[packed.clusterOf?.[place] ?? place] as number;
      const at = selection.cases[place] as number;
      placesOf[base]?.set(rows.cases[at]?.arm ?? 0, at);
    });
    const { person, case: caseOf } = rows.answers;
    const armOf = selection.answers.map(
      (i) => rows.people[person[i] as number]?.arm ?? rows.cases[caseOf[i] as number]?.arm ?? 0,
    );
    const input = {
      ...packed,
      cases,
      stratumOf,
      clusterOf,
      case: packed.case.map((at) => baseOf[at] as number),
    };
    return { input, armOf, placesOf };
  });

/** Cases that have counted answers under every one of these arms. */
function listShared({ input, armOf }: PackedArms, arms: readonly number[]): number[] {
  const answered = arms.map(() => new Uint8Array(input.cases));
  input.case.forEach((at, i) => {
    const own = answered[arms.indexOf(armOf[i] as number)];
    if (own) own[at] = 1;
  });
  return Array.from({ length: input.cases }, (_, at) => at).filter((at) =>
    answered.every((own) => own[at] === 1),
  );
}

/** The answers under one arm to some of the cases. */
function keepArm({ input, armOf }: PackedArms, arm: number, cases: readonly number[]): TwoWayInput {
  const isWanted = new Uint8Array(input.cases);
  for (const at of cases) isWanted[at] = 1;
  return keepAnswers(input, (i) => armOf[i] === arm && isWanted[input.case[i] as number] === 1);
}

/** Whether it was asked under an arm: of arms that show cases otherwise, about any of the cases that one shows. */
export function isAskedUnder({ study, cases }: StudyRows, run: RunRow, arm: number): boolean {
  if (!variesCases(study.design)) return run.arm === arm;
  const scores = mainScores(run.predictions);
  return cases.some((row, at) => row.arm === arm && !Number.isNaN(scores[at]));
}

/**
 * Of each model under both arms: the same run where arms show other cases; else two, which are called the same but for
 * what tells them apart. What was decided when the cases were chosen is no finding of any arm.
 */
function pairRuns(
  rows: StudyRows,
  [first, second]: readonly [number, number],
): (readonly [RunRow, RunRow])[] {
  const runs = rows.runs.filter(({ apart }) => apart !== "selecting");
  const ofFirst = runs.filter((run) => isAskedUnder(rows, run, first));
  const ofSecond = runs.filter((run) => isAskedUnder(rows, run, second));
  if (variesCases(rows.study.design))
    return ofFirst.flatMap((run) => (ofSecond.includes(run) ? [[run, run] as const] : []));
  return ofFirst.flatMap((run) => {
    const partner = findPartner(run, ofFirst, ofSecond);
    return partner ? [[run, partner] as const] : [];
  });
}

/** Two runs of one model differ in name, by the method or by the version; where that leaves several, none is taken. */
function findPartner(
  run: RunRow,
  ofFirst: readonly RunRow[],
  ofSecond: readonly RunRow[],
): RunRow | undefined {
  const isLike = (one: RunRow) => one.model === run.model;
  const hasSame = (part: "method" | "version") => (one: RunRow) => isLike(one) && one[part] === run[part];
  for (const like of [hasSame("method"), hasSame("version"), isLike]) {
    const [found, ...others] = ofSecond.filter(like);
    if (found && others.length === 0 && ofFirst.filter(like).length === 1) return found;
  }
  return undefined;
}
