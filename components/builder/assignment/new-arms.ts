import type { useTranslations } from "next-intl";
import { mostArms, type Arm, type ArmDifference, type Arms } from "#lib/studies/arms/schema.ts";

type Words = ReturnType<typeof useTranslations<"builderPlan.assignment.arms">>;

const usualTurns = 4;
const noWords = () => ({ en: "", "zh-CN": "" });

/** Two arms to begin with, the first of them as the study would be without. */
export function makeArms(differ: ArmDifference, t: Words): Arms {
  const pairs: Record<ArmDifference, () => [Arm, Arm]> = {
    instructions: () => [
      { name: t("names.asBefore"), instructions: noWords() },
      { name: t("names.added"), instructions: noWords() },
    ],
    context: () => [
      { name: t("names.allTurns"), turns: null },
      { name: t("names.someTurns", { turns: usualTurns }), turns: usualTurns },
    ],
    profiles: () => [
      { name: t("names.profiles"), profiles: true },
      { name: t("names.noProfiles"), profiles: false },
    ],
    distractors: () => [
      { name: t("names.near"), distractors: "near" },
      { name: t("names.random"), distractors: "random" },
    ],
    translation: () => [
      { name: t("names.noTranslation"), translation: false },
      { name: t("names.translation"), translation: true },
    ],
  };
  return { differ, unit: "people", arms: pairs[differ]() };
}

/** Where there can be more than two ways, one more: of an arm that isn't there yet. */
export function addArm({ differ, arms, ...rest }: Arms, t: Words): Arms {
  if (!mayAdd({ differ, arms })) return { ...rest, differ, arms };
  const turns = 2 * Math.max(1, ...arms.map((arm) => arm.turns ?? 1));
  const added: Arm =
    differ === "context"
      ? { name: t("names.someTurns", { turns }), turns }
      : { name: t("names.another", { number: arms.length + 1 }), instructions: noWords() };
  return { ...rest, differ, arms: [...arms, added] };
}

/** What is there or not, near or random, is there in two ways. */
export const mayAdd = ({ differ, arms }: Pick<Arms, "differ" | "arms">): boolean =>
  (differ === "context" || differ === "instructions") && arms.length < mostArms;
