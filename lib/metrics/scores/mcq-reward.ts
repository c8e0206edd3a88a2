import { MetricInputError, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/** Derived from the published rows; the paper's own formula is lost. */
export const mcqRewards = { correct: 1, opposite: -1, near_miss: -0.5, misconception: -0.5 } as const;
export type McqChoice = keyof typeof mcqRewards;

export type McqShares = {
  readonly correct: number;
  readonly opposite: number;
  readonly nearMiss: number;
  readonly misconception: number;
};

export function mcqReward(choices: readonly McqChoice[]): Figures<"accuracy" | "reward"> {
  const strange = choices.find((choice) => !Object.hasOwn(mcqRewards, choice));
  if (strange !== undefined)
    throw new MetricInputError("not_a_category", `${JSON.stringify(strange)} is not a kind of choice`);
  const n = choices.length;
  if (n === 0) return withoutFigures(["accuracy", "reward"], "no_items");
  return {
    accuracy: choices.filter((choice) => choice === "correct").length / n,
    reward: choices.reduce((sum, choice) => sum + mcqRewards[choice], 0) / n,
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
  return {
    accuracy: correct,
    reward:
      mcqRewards.correct * correct +
      mcqRewards.opposite * opposite +
      mcqRewards.near_miss * nearMiss +
      mcqRewards.misconception * misconception,
  };
}
