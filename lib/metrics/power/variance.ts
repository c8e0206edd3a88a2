/** Squared sums of residuals, by person, by case, and answer by answer. */
export type ResidualSquares = { byPerson: number; byCase: number; byAnswer: number };
export type AnswerCounts = { people: number; cases: number; answers: number };

/**
 * Variance of a mean over answers when persons and cases are both resampled, each with replacement and
 * independently: what a crossed bootstrap comes to with ever more repetitions. Noise of single answers counts
 * once in each of the three sums, so this is on the cautious side.
 */
export function bootstrapVariance(
  squares: ResidualSquares,
  { people, cases, answers }: AnswerCounts,
): number {
  const { byPerson, byCase, byAnswer } = squares;
  return (byPerson * (1 - 1 / cases) + byCase * (1 - 1 / people) + byAnswer) / answers ** 2;
}

/** The same mean's variance with that noise counted once: person + case − answer, as for two-way clusters. */
export function twoWayVariance(
  { byPerson, byCase, byAnswer }: ResidualSquares,
  { answers }: AnswerCounts,
): number {
  return Math.max(0, byPerson + byCase - byAnswer) / answers ** 2;
}
