import {
  compareScores,
  concludeAltTest,
  leastHumansPerItem,
  requireAltTest,
  type AltTest,
  type AltTestSettings,
} from "#lib/metrics/agreement/alt-test.ts";
import { mean } from "#lib/metrics/agreement/ratings.ts";
import { requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";

type Scores = readonly (number | null)[];

/** The alternative annotator test where answers are numbers: who is nearer to the others by the root mean square. */
export function altTestOfRatings(
  humans: readonly Scores[],
  model: Scores,
  settings: AltTestSettings,
  likeness: (score: number, others: readonly number[]) => number = negativeRmse,
): AltTest {
  requireAltTest(settings);
  for (const scores of humans) requireSameLength(scores, model, "an annotator and the model");
  for (const score of [model, ...humans].flat()) if (score !== null) requireNumber(score, "a label");
  const kept = model.flatMap((answer, item) => {
    const ratings = humans.filter((scores) => scores[item] !== null).length;
    return answer === null || ratings < leastHumansPerItem(settings) ? [] : [{ item, answer }];
  });
  const outcomes = humans.map((scores, person) =>
    kept.flatMap(({ item, answer }) => {
      const own = scores[item] ?? null;
      if (own === null) return [];
      const others = humans.flatMap((theirs, other) => (other === person ? [] : (theirs[item] ?? [])));
      return [compareScores(likeness(answer, others), likeness(own, others))];
    }),
  );
  return concludeAltTest(outcomes, kept.length, settings);
}

function negativeRmse(score: number, others: readonly number[]): number {
  return -Math.sqrt(mean(others.map((other) => (score - other) ** 2)));
}
