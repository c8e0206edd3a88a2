import { defaultBins, findBin } from "#lib/metrics/calibration/calibration.ts";
import { MetricInputError, requireNumber } from "#lib/metrics/input-error.ts";

/** What one item adds to every option score, so that a database can sum it. */
export type ItemScore = {
  /** The first option with the largest probability. */
  readonly choice: number;
  readonly correct: boolean;
  readonly confidence: number;
  /** The right answer's place when, of equal probabilities, the later option ranks first. Null without a probability. */
  readonly rank: number | null;
  /** Options above the right answer, and equal to it (itself included). Null without a probability. */
  readonly above: number | null;
  readonly tied: number | null;
  /** Over the options that have a probability, `options` of them. */
  readonly squaredError: number;
  readonly options: number;
  readonly bin: number | null;
};

/**
 * Null when no probability is known. `gold` is the position of the right answer; several positions stand for
 * the reference code's reading of an item that names one option twice.
 */
export function scoreOptions(
  probabilities: readonly (number | null)[],
  gold: number | readonly number[],
  bins: number = defaultBins,
): ItemScore | null {
  const golds = typeof gold === "number" ? [gold] : gold;
  for (const position of golds)
    if (!Number.isInteger(position) || position < 0 || position >= probabilities.length)
      throw new MetricInputError("not_an_option", `${position} is not the position of an option`);

  let choice = -1;
  let confidence = -1;
  let squaredError = 0;
  let options = 0;
  for (const [position, probability] of probabilities.entries()) {
    if (probability === null) continue;
    requireNumber(probability, "probability", 0, 1);
    if (probability > confidence) [choice, confidence] = [position, probability];
    squaredError += (probability - (golds.includes(position) ? 1 : 0)) ** 2;
    options += 1;
  }
  if (options === 0) return null;
  return {
    choice,
    correct: golds.includes(choice),
    confidence,
    ...findPlace(probabilities, golds),
    squaredError,
    options,
    bin: findBin(confidence, bins),
  };
}

function findPlace(
  probabilities: readonly (number | null)[],
  golds: readonly number[],
): Pick<ItemScore, "rank" | "above" | "tied"> {
  let best: { position: number; probability: number } | null = null;
  for (const position of golds) {
    const probability = probabilities[position] ?? null;
    if (probability === null || (best && probability < best.probability)) continue;
    if (!best || probability > best.probability || position > best.position) best = { position, probability };
  }
  if (!best) return { rank: null, above: null, tied: null };
  let above = 0;
  let tied = 0;
  let laterTied = 0;
  for (const [position, probability] of probabilities.entries()) {
    if (probability === null) continue;
    if (probability > best.probability) above += 1;
    if (probability !== best.probability) continue;
    tied += 1;
    if (position > best.position) laterTied += 1;
  }
  return { rank: above + laterTied + 1, above, tied };
}

/** Chance that the right answer is among the first k when ties are broken at random. */
export function fairCredit(above: number, tied: number, k: number): number {
  return Math.min(1, Math.max(0, (k - above) / tied));
}

/** Expected place of the right answer when ties are broken at random. */
export function fairRank(above: number, tied: number): number {
  return above + (tied + 1) / 2;
}
