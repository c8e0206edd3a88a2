import tCdf from "@stdlib/stats-base-dists-t-cdf";
import { MetricInputError, requireCount, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures, type UndefinedReason } from "#lib/metrics/measure.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { mean, type Label } from "#lib/metrics/agreement/ratings.ts";

export type AltTestInput = {
  /** Each annotator's labels, one an item, null where there is none. */
  readonly humans: Readonly<Record<string, readonly (Label | null)[]>>;
  readonly model: readonly (Label | null)[];
  readonly scoring: "accuracy" | "neg_rmse";
  /** What a human costs more than the model: 0.2 for experts, 0.15 for trained, 0.1 for crowd workers. */
  readonly epsilon: number;
  readonly q?: number;
  readonly minHumansPerItem?: number;
  readonly minItemsPerHuman?: number;
};

export type AltTest<Name = string> = Figures<"winningRate" | "advantageProbability"> & {
  readonly passes: boolean | null;
  /** Those with enough items, and beside them what was found against each. */
  readonly annotators: readonly Name[];
  /** Null for an annotator with a single item. */
  readonly pValues: readonly (number | null)[];
  readonly advantage: readonly number[];
  readonly rejected: readonly boolean[];
};

/** The alternative annotator test: can the model stand in for one of these humans? */
export function altTest(input: AltTestInput): AltTest {
  const { model, scoring, epsilon, q = 0.05, minHumansPerItem = 2, minItemsPerHuman = 30 } = input;
  requireNumber(epsilon, "epsilon");
  requireNumber(q, "q", 0, 1);
  requireCount(minHumansPerItem, "minHumansPerItem");
  requireCount(minItemsPerHuman, "minItemsPerHuman");
  const humans = Object.entries(input.humans);
  for (const [name, labels] of humans)
    if (labels.length !== model.length)
      throw new MetricInputError(
        "unequal_lengths",
        `${name} has ${labels.length} items, the model ${model.length}`,
      );
  // Nobody can be compared with the others where there are none, whatever minimum is asked for.
  const leastHumans = Math.max(2, minHumansPerItem);
  const leastItems = Math.max(1, minItemsPerHuman);
  const kept = model.flatMap((answer, item) => {
    const ratings = humans.filter(([, labels]) => (labels[item] ?? null) !== null).length;
    return answer === null || ratings < leastHumans ? [] : [{ item, answer }];
  });

  const score = scoring === "accuracy" ? shareOfEqual : negativeRmse;
  const results = humans.flatMap(([name, labels]) => {
    const outcomes = kept.flatMap(({ item, answer }): AltOutcome[] => {
      const own = labels[item] ?? null;
      if (own === null) return [];
      const others = humans.flatMap(([other, theirs]) => {
        const label = theirs[item] ?? null;
        return other === name || label === null ? [] : [label];
      });
      const [byModel, byHuman] = [score(answer, others), score(own, others)];
      return [{ model: byModel >= byHuman ? 1 : 0, human: byHuman >= byModel ? 1 : 0 }];
    });
    return outcomes.length < leastItems ? [] : [judgeAnnotator(name, outcomes, epsilon)];
  });
  if (results.length === 0) return withoutAltTest(kept.length === 0 ? "no_items" : "too_few_items");
  return concludeAltTest(results, q);
}

/** On one item: whether the model agrees with the others at least as well as the annotator, and the other way round. */
export type AltOutcome = { readonly model: 0 | 1; readonly human: 0 | 1 };

export type AltAnnotator<Name> = {
  readonly name: Name;
  readonly p: number | null;
  readonly advantage: number;
};

export function judgeAnnotator<Name>(
  name: Name,
  outcomes: readonly AltOutcome[],
  epsilon: number,
): AltAnnotator<Name> {
  const differences = outcomes.map(({ model, human }) => human - model);
  return { name, p: testBelow(differences, epsilon), advantage: mean(outcomes.map(({ model }) => model)) };
}

export const withoutAltTest = (reason: UndefinedReason): AltTest<never> => ({
  ...withoutFigures(["winningRate", "advantageProbability"], reason),
  passes: null,
  annotators: [],
  pValues: [],
  advantage: [],
  rejected: [],
});

export function concludeAltTest<Name>(results: readonly AltAnnotator<Name>[], q: number): AltTest<Name> {
  const adjusted = adjustP(results.map(({ p }) => p ?? 1)).by;
  const rejected = results.map(({ p }, i) => p !== null && (adjusted[i] ?? 1) <= q);
  const advantage = results.map((result) => result.advantage);
  const winningRate = rejected.filter(Boolean).length / results.length;
  return {
    winningRate,
    advantageProbability: mean(advantage),
    passes: winningRate >= 0.5,
    annotators: results.map(({ name }) => name),
    pValues: results.map(({ p }) => p),
    advantage,
    rejected,
    reason: null,
  };
}

function shareOfEqual(label: Label, others: readonly Label[]): number {
  return others.filter((other) => other === label).length / others.length;
}

function negativeRmse(label: Label, others: readonly Label[]): number {
  for (const value of [label, ...others]) requireNumber(value as number, "a label");
  return -Math.sqrt(mean(others.map((other) => (Number(label) - Number(other)) ** 2)));
}

/** One-sided one-sample t-test: is the mean below epsilon? Null for a single value, which has no variance. */
function testBelow(values: readonly number[], epsilon: number): number | null {
  const n = values.length;
  if (n < 2) return null;
  const average = mean(values);
  if (values.every((value) => value === values[0])) return average < epsilon ? 0 : 1;
  const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (n - 1);
  return tCdf((average - epsilon) / Math.sqrt(variance / n), n - 1);
}
