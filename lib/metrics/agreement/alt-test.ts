import tCdf from "@stdlib/stats-base-dists-t-cdf";
import { MetricInputError, requireCount, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures, type UndefinedReason } from "#lib/metrics/measure.ts";
import { mean } from "#lib/metrics/agreement/ratings.ts";
import { countChoices, type Choices } from "#lib/metrics/scores/choice-table.ts";
import { orderByKey } from "#lib/metrics/tests/counting-sort.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";

export type AltTestSettings = {
  /** What a human costs more than the model: 0.2 for experts, 0.15 for trained, 0.1 for crowd workers. */
  readonly epsilon: number;
  readonly q?: number;
  readonly minHumansPerItem?: number;
  readonly minItemsPerHuman?: number;
  readonly minAnnotators?: number;
};

export type AltTestInput = Choices &
  AltTestSettings & {
    /** The model's choice on each case, -1 for none. */
    readonly model: Int8Array;
  };

export type AltTest = Figures<"winningRate" | "advantageProbability"> & {
  readonly passes: boolean | null;
  /** Numbers of the people with enough cases, and beside them what was found against each. */
  readonly annotators: readonly number[];
  /** Null for an annotator with a single case. */
  readonly pValues: readonly (number | null)[];
  readonly advantage: readonly number[];
  readonly rejected: readonly boolean[];
  /** Cases that the model and enough people have an answer to, and how many of them each person answered. */
  readonly cases: number;
  readonly casesOf: Int32Array;
};

/**
 * The alternative annotator test: can the model stand in for one of these people? How many of the others chose something
 * is read from the counts of a case.
 */
export function altTest(input: AltTestInput): AltTest {
  const { people, cases, options, person, case: caseOf, choice, model } = input;
  requireAltTest(input);
  if (model.length !== cases)
    throw new MetricInputError("unequal_lengths", `the model has ${model.length} of ${cases} cases`);
  const { counts } = countChoices(input);
  const ratings = new Int32Array(cases);
  for (const at of caseOf) ratings[at] = (ratings[at] as number) + 1;
  const minHumans = leastHumansPerItem(input);
  const isKept = (at: number) => (model[at] as number) >= 0 && (ratings[at] as number) >= minHumans;

  // Case by case, as the sums of the test are made in that order.
  const outcomes = Array.from({ length: people }, (): AltOutcome[] => []);
  for (const i of orderByKey(caseOf, cases)) {
    const at = caseOf[i] as number;
    if (!isKept(at)) continue;
    const own = choice[i] as number;
    const answer = model[at] as number;
    const likeHuman = (counts[at * options + own] as number) - 1;
    const likeModel =
      answer === own ? likeHuman : answer < options ? (counts[at * options + answer] as number) : 0;
    outcomes[person[i] as number]?.push(compareScores(likeModel, likeHuman));
  }
  return concludeAltTest(outcomes, Int32Array.from(ratings.keys()).filter(isKept).length, input);
}

/** On one case: whether the model agrees with the others at least as well as the annotator, and the other way round. */
export type AltOutcome = { readonly model: 0 | 1; readonly human: 0 | 1 };

export const compareScores = (byModel: number, byHuman: number): AltOutcome => ({
  model: byModel >= byHuman ? 1 : 0,
  human: byHuman >= byModel ? 1 : 0,
});

/** Nobody can be compared with the others where there are none, whatever minimum is asked for. */
export const leastHumansPerItem = ({ minHumansPerItem = 2 }: AltTestSettings): number =>
  Math.max(2, minHumansPerItem);

export function requireAltTest(settings: AltTestSettings): void {
  requireNumber(settings.epsilon, "epsilon");
  requireNumber(settings.q ?? 0, "q", 0, 1);
  for (const name of ["minHumansPerItem", "minItemsPerHuman", "minAnnotators"] as const)
    requireCount(settings[name] ?? 0, name);
}

/** From what was found of each person, case by case, on the `cases` that are kept. */
export function concludeAltTest(
  outcomes: readonly (readonly AltOutcome[])[],
  cases: number,
  { epsilon, q = 0.05, minItemsPerHuman = 30, minAnnotators = 3 }: AltTestSettings,
): AltTest {
  const facts = { cases, casesOf: Int32Array.from(outcomes, (own) => own.length) };
  if (cases === 0) return { ...withoutAltTest("no_items"), ...facts };
  if (facts.casesOf.filter((count) => count > 0).length < minAnnotators)
    return { ...withoutAltTest("too_few_raters"), ...facts };
  const minItems = Math.max(1, minItemsPerHuman);
  const eligible = [...outcomes.entries()].filter(([, own]) => own.length >= minItems);
  if (eligible.length < Math.max(1, minAnnotators)) return { ...withoutAltTest("too_few_items"), ...facts };
  const pValues = eligible.map(([, own]) =>
    testBelow(
      own.map(({ model, human }) => human - model),
      epsilon,
    ),
  );
  const adjusted = adjustP(pValues.map((p) => p ?? 1)).by;
  const rejected = pValues.map((p, i) => p !== null && (adjusted[i] ?? 1) <= q);
  const advantage = eligible.map(([, own]) => mean(own.map(({ model }) => model)));
  const winningRate = rejected.filter(Boolean).length / eligible.length;
  return {
    winningRate,
    advantageProbability: mean(advantage),
    passes: winningRate >= 0.5,
    annotators: eligible.map(([person]) => person),
    pValues,
    advantage,
    rejected,
    reason: null,
    ...facts,
  };
}

const withoutAltTest = (reason: UndefinedReason) => ({
  ...withoutFigures(["winningRate", "advantageProbability"], reason),
  passes: null,
  annotators: [],
  pValues: [],
  advantage: [],
  rejected: [],
});

/** One-sided one-sample t-test: is the mean below epsilon? Null for a single value, which has no variance. */
function testBelow(values: readonly number[], epsilon: number): number | null {
  const n = values.length;
  if (n < 2) return null;
  const average = mean(values);
  if (values.every((value) => value === values[0])) return average < epsilon ? 0 : 1;
  const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (n - 1);
  return tCdf((average - epsilon) / Math.sqrt(variance / n), n - 1);
}
