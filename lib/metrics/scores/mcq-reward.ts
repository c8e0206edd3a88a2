import { requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/** The types of options that the paper's questions have; a question may have others beside the right one. */
export const mcqTypes = ["correct", "opposite_negation", "near_miss", "plausible_misconception"] as const;

/** Derived from the published rows; the paper's own formula is lost. */
export const rewardOf = (type: string): number =>
  type === "correct" ? 1 : type === "opposite_negation" ? -1 : -0.5;

export type McqShares = {
  readonly correct: number;
  readonly opposite: number;
  readonly nearMiss: number;
  readonly misconception: number;
};

export function mcqReward(choices: readonly string[]): Figures<"accuracy" | "reward"> {
  const n = choices.length;
  if (n === 0) return withoutFigures(["accuracy", "reward"], "no_items");
  return {
    accuracy: choices.filter((choice) => choice === "correct").length / n,
    reward: choices.reduce((sum, choice) => sum + rewardOf(choice), 0) / n,
    reason: null,
  };
}

/** From shares as papers print them; they may miss 1 by rounding and are taken as they are. */
export function mcqRewardFromShares(shares: McqShares): {
  readonly accuracy: number;
  readonly reward: number;
} {
  for (const [name, share] of Object.entries(shares)) requireNumber(share, name, 0, 1);
  const { correct, opposite, nearMiss, misconception } = shares;
  const [ofRight, ofOpposite, ofNearMiss, ofMisconception] = mcqTypes.map(rewardOf) as [
    number,
    number,
    number,
    number,
  ];
  return {
    accuracy: correct,
    reward:
      ofRight * correct + ofOpposite * opposite + ofNearMiss * nearMiss + ofMisconception * misconception,
  };
}
