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
  for (const scores of [model, ...humans])
    for (const score of scores) if (score !== null) requireNumber(score, "a label");
  const given = listByItem(humans, model.length);
  const kept = model.flatMap((answer, item) => {
    const isShort = (given[item]?.length ?? 0) < leastHumansPerItem(settings);
    return answer === null || isShort ? [] : [{ item, answer }];
  });
  const outcomes = humans.map((scores, person) =>
    kept.flatMap(({ item, answer }) => {
      const own = scores[item] ?? null;
      if (own === null) return [];
      const others = (given[item] ?? []).flatMap((one) => (one.person === person ? [] : one.score));
      return [compareScores(likeness(answer, others), likeness(own, others))];
    }),
  );
  return concludeAltTest(outcomes, kept.length, settings);
}

/** Where each of many people scored few items, asking all of them for each would take minutes. */
function listByItem(humans: readonly Scores[], items: number): { person: number; score: number }[][] {
  const given = Array.from({ length: items }, (): { person: number; score: number }[] => []);
  humans.forEach((scores, person) =>
    scores.forEach((score, item) => score !== null && given[item]?.push({ person, score })),
  );
  return given;
}

function negativeRmse(score: number, others: readonly number[]): number {
  return -Math.sqrt(mean(others.map((other) => (score - other) ** 2)));
}
