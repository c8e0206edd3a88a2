import {
  concludeAltTest,
  judgeAnnotator,
  withoutAltTest,
  type AltOutcome,
  type AltTest,
} from "#lib/metrics/agreement/alt-test.ts";
import { countChoices, type Choices } from "#lib/metrics/scores/choice-table.ts";
import { orderByKey } from "#lib/metrics/tests/counting-sort.ts";
import { MetricInputError, requireCount, requireNumber } from "#lib/metrics/input-error.ts";

export type PackedAltTestInput = Choices & {
  /** The model's choice on each case, -1 for none. */
  readonly model: Int8Array;
  /** What a human costs more than the model: 0.2 for experts, 0.15 for trained, 0.1 for crowd workers. */
  readonly epsilon: number;
  readonly q?: number;
  readonly minHumansPerItem?: number;
  readonly minItemsPerHuman?: number;
  readonly minAnnotators?: number;
};

export type PackedAltTest = AltTest<number> & {
  /** Cases that the model and enough people have a choice on, and how many of them each person has one on. */
  readonly cases: number;
  readonly casesOf: Int32Array;
};

/**
 * What `altTest` finds by equality of labels, for as many people and cases as there are: how many of the others chose
 * something is read from the counts of a case. Annotators are numbers of people.
 */
export function altTestPacked(input: PackedAltTestInput): PackedAltTest {
  const { people, cases, options, person, case: caseOf, choice, model, epsilon, q = 0.05 } = input;
  const { minHumansPerItem = 2, minItemsPerHuman = 30, minAnnotators = 3 } = input;
  requireNumber(epsilon, "epsilon");
  requireNumber(q, "q", 0, 1);
  for (const [name, least] of Object.entries({ minHumansPerItem, minItemsPerHuman, minAnnotators }))
    requireCount(least, name);
  if (model.length !== cases)
    throw new MetricInputError("unequal_lengths", `the model has ${model.length} of ${cases} cases`);
  const { counts } = countChoices(input);
  const ratings = new Int32Array(cases);
  for (const at of caseOf) ratings[at] = (ratings[at] as number) + 1;
  const leastHumans = Math.max(2, minHumansPerItem);
  const isKept = (at: number) => (model[at] as number) >= 0 && (ratings[at] as number) >= leastHumans;

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
    outcomes[person[i] as number]?.push({
      model: likeModel >= likeHuman ? 1 : 0,
      human: likeHuman >= likeModel ? 1 : 0,
    });
  }
  const casesOf = Int32Array.from(outcomes, (own) => own.length);
  const kept = Int32Array.from(ratings.keys()).filter(isKept).length;
  const eligible = [...casesOf.keys()].filter(
    (one) => (casesOf[one] as number) >= Math.max(1, minItemsPerHuman),
  );
  const facts = { cases: kept, casesOf };
  if (kept === 0) return { ...withoutAltTest("no_items"), ...facts };
  if (casesOf.filter((count) => count > 0).length < minAnnotators)
    return { ...withoutAltTest("too_few_raters"), ...facts };
  if (eligible.length < Math.max(1, minAnnotators)) return { ...withoutAltTest("too_few_items"), ...facts };
  const results = eligible.map((one) => judgeAnnotator(one, outcomes[one] as AltOutcome[], epsilon));
  return { ...concludeAltTest(results, q), ...facts };
}
