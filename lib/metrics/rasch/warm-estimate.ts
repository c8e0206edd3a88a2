/** Log-odds beyond these are told from nothing by any answers. */
const FARTHEST = 20;

export const shareRight = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/**
 * Warm's weighted likelihood (1989): where a taker stands among cases of known difficulty, whoever else there is. Finite for
 * who has all right or all wrong, too, and nearly without the bias that maximum likelihood has outwards.
 */
export function warmEstimate(scores: readonly number[], difficulties: readonly number[]): number {
  const climb = (ability: number) => {
    let [left, information, skew] = [0, 0, 0];
    scores.forEach((score, i) => {
      const chance = shareRight(ability - (difficulties[i] as number));
      const weight = chance * (1 - chance);
      left += score - chance;
      information += weight;
      skew += weight * (1 - 2 * chance);
    });
    return left + skew / (2 * information);
  };
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (climb(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
