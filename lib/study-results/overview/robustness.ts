import { measureGapOf, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { weighPeopleAlike } from "#lib/metrics/two-way/input.ts";
import { checkGold } from "#lib/study-results/agreement/gold-check.ts";
import { judge, readSpread, type Outcome } from "#lib/study-results/overview/headline.ts";
import {
  computeGap,
  computeSide,
  type GapDifference,
  type Side,
} from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { listLeftOut } from "#lib/study-results/rows/left-out.ts";
import { listStrata, listUnanswered, selectThese } from "#lib/study-results/rows/selection.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

/** Decisions on which a comparison may hang, each with the ways in which it can be made. */
export const decisions = {
  excluded: ["without", "with"],
  known: ["with", "without"],
  stratum: ["selected", "unsure", "control", "all"],
  weighting: ["answers", "persons"],
  /** What people or the model left unanswered: out, all of it wrong, or people's right and the model's wrong. */
  missing: ["left_out", "wrong", "right"],
  /** Cases in which people agree against the gold. */
  suspects: ["kept", "left_out", "rekeyed"],
} as const;
export type Decision = keyof typeof decisions;
export const allDecisions = Object.keys(decisions) as Decision[];
export type Specification = { readonly [One in Decision]: (typeof decisions)[One][number] };

export type SpecifiedGap = Specification & {
  readonly difference: GapDifference | null;
  readonly outcome: Outcome;
};

export type Robustness = {
  readonly run: RunRow;
  /** The ways of each decision that come to something else here. */
  readonly ways: { readonly [One in Decision]: readonly Specification[One][] };
  readonly suspects: number;
  readonly gaps: readonly SpecifiedGap[];
};

/** The comparison that the plan names, under every choice that a reader may doubt; null while people answer, or without one. */
export const getRobustness = (rows: StudyRows, view: View): Promise<Robustness | null> =>
  memoize(rows, `robustness ${viewKey(view)}`, async () => {
    const run = rows.runs.find(({ id }) => id === rows.study.comparatorRunId);
    const isTested = getPoints(rows, view).models.some((one) => one.runId === run?.id && one.isTested);
    if (!run || !isTested || looksOf(rows, view.who) === "running") return null;
    const rekeyed = await findOtherGold(rows, view);
    const ways = findWays(rows, view, run, rekeyed.size);
    const gaps: SpecifiedGap[] = [];
    for (const specification of combine(ways, allDecisions) as Specification[]) {
      gaps.push({ ...specification, ...measure(rows, view, run, specification, rekeyed) });
      // Others are answered meanwhile.
      await new Promise(setImmediate);
    }
    return { run, ways, suspects: rekeyed.size, gaps };
  });

/** By index of the case, the option that those agree on who mostly choose as others do. */
async function findOtherGold(rows: StudyRows, view: View): Promise<ReadonlyMap<number, number>> {
  const { cases } = await checkGold(rows, view);
  return new Map(
    cases.map(({ index, trusted }) => [index, rows.cases[index]?.optionNames.indexOf(trusted.name) ?? -1]),
  );
}

function findWays(rows: StudyRows, view: View, run: RunRow, suspects: number): Robustness["ways"] {
  const selection = getSelection(rows, view);
  const isMissing =
    listUnanswered(rows, view).length > 0 ||
    selection.cases.some((at) => Number.isNaN(mainScores(run.predictions)[at] as number));
  const strata = listStrata(rows);
  /** As the view has it, or as it is planned, comes first: the first of all combinations is the headline. */
  const all = <One extends Decision>(one: One, isOpen: boolean): Specification[One][] => {
    const first = one in view ? view[one as Decision & keyof View] : decisions[one][0];
    return [first, ...(isOpen ? decisions[one].filter((way) => way !== first) : [])] as Specification[One][];
  };
  return {
    excluded: all("excluded", listLeftOut(rows, { ...view, excluded: "without" }).length > 0),
    known: all(
      "known",
      getSelection(rows, { ...view, known: "with" }).answers.some((i) => rows.answers.knows[i] === 1),
    ),
    stratum: [...new Set([view.stratum, ...(strata.length > 1 ? [...strata, "all" as const] : [])])],
    weighting: all("weighting", readSpread(selection).kind === "unequal"),
    missing: all("missing", isMissing),
    suspects: all("suspects", suspects > 0),
  };
}

/** Every combination of these decisions' ways, the last decision changing first. */
export const combine = (ways: Robustness["ways"], asked: readonly Decision[]): Partial<Specification>[] =>
  asked.reduce<Partial<Specification>[]>(
    (found, decision) => found.flatMap((one) => ways[decision].map((way) => ({ ...one, [decision]: way }))),
    [{}],
  );

type OtherGold = ReadonlyMap<number, number>;

/** The answers that a specification counts, with what each scores, and how a model's answers score under it. */
function specify(
  rows: StudyRows,
  view: View,
  { weighting, missing, suspects, ...changed }: Specification,
  rekeyed: OtherGold,
) {
  const own = { ...view, ...changed };
  const unanswered = missing === "left_out" ? [] : listUnanswered(rows, own);
  const { case: caseOf, choice } = rows.answers;
  const counted = [...getSelection(rows, own).answers, ...unanswered]
    .toSorted((a, b) => a - b)
    .filter((i) => suspects !== "left_out" || !rekeyed.has(caseOf[i] as number));
  const selection = selectThese(rows, own, counted);
  const otherGold: OtherGold = suspects === "rekeyed" ? rekeyed : new Map();
  /** Of a choice, by the right answer that is taken for right; NaN where there is none. */
  const score = (at: number, chosen: number, stored: number) => {
    const gold = otherGold.get(at);
    return gold === undefined || Number.isNaN(stored) ? stored : Number(chosen === gold);
  };
  const ofPeople = (i: number) => {
    const found = score(caseOf[i] as number, choice[i] as number, mainScores(rows.answers)[i] as number);
    return Number.isNaN(found) ? Number(missing === "right") : found;
  };
  const ofModel = ({ predictions }: RunRow, at: number) => {
    const found = score(at, predictions.choice[at] as number, mainScores(predictions)[at] as number);
    return Number.isNaN(found) && missing !== "left_out" ? 0 : found;
  };
  const packed = {
    ...packSelection(selection),
    score: Float64Array.from(selection.answers, ofPeople),
  };
  const input = weighting === "persons" ? weighPeopleAlike(packed) : packed;
  return { input, scoresOf: (run: RunRow) => Float64Array.from(selection.cases, (at) => ofModel(run, at)) };
}

function measure(
  rows: StudyRows,
  view: View,
  run: RunRow,
  specification: Specification,
  rekeyed: OtherGold,
): Pick<SpecifiedGap, "difference" | "outcome"> {
  const { input, scoresOf } = specify(rows, view, specification, rekeyed);
  const gap = measureGapOf(input, scoresOf(run));
  if (!gap) return { difference: null, outcome: "too_few" };
  const { answers, people, cases } = gap.people;
  const difference = computeGap(gap, rows, view.who);
  return { difference, outcome: judge({ gap: { answers, people, cases, reason: null } }, difference) };
}

export type GoldSensitivity = Record<Specification["suspects"], Side | null>;

/** People's share with the gold as it is, without the cases in which they agree against it, and with what they agree on in its place. */
export async function readGoldSensitivity(rows: StudyRows, view: View): Promise<GoldSensitivity> {
  const rekeyed = await findOtherGold(rows, view);
  const { excluded, known, stratum } = view;
  const shareBy = (suspects: Specification["suspects"]) => {
    const asPlanned = { excluded, known, stratum, weighting: "answers", missing: "left_out" } as const;
    const { input } = specify(rows, view, { ...asPlanned, suspects }, rekeyed);
    return computeSide(weighPeople(input), rows, view.who);
  };
  return { kept: shareBy("kept"), left_out: shareBy("left_out"), rekeyed: shareBy("rekeyed") };
}
