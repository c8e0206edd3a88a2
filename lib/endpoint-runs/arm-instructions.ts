import { parsePlan } from "#lib/studies/schema.ts";
import { readArm, type Arms } from "#lib/studies/arms/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";

/** What models are told before each question, in the language of its case. */
export type ArmInstructions = Readonly<Record<Locale, string>>;

export const noInstructions: ArmInstructions = { en: "", "zh-CN": "" };

const ofTranslation = {
  allowed: { en: "You may translate the text before you answer.", "zh-CN": "你可以先翻译文本再作答。" },
  not: {
    en: "Answer from the text as it stands, without translating it.",
    "zh-CN": "请直接根据原文作答，不要翻译。",
  },
} as const;

/** Arms that are told something else: where they see other cases, a run asks about the cases of all of them. */
export function listWordedArms(plan: unknown): Arms["arms"] {
  const { arms } = parsePlan(plan).assignment;
  return arms?.differ === "instructions" || arms?.differ === "translation" ? arms.arms : [];
}

/** What people of the arm are told besides, as a model is told it; a language without words has those of the other. */
export function formatModel(plan: unknown, arm: number): ArmInstructions {
  const { arms } = parsePlan(plan).assignment;
  const instructionsIn = (language: Locale): string => {
    const { instructions, translation } = readArm(arms, arm, language);
    return translation === null
      ? instructions.trim()
      : ofTranslation[translation ? "allowed" : "not"][language];
  };
  const [en, zh] = [instructionsIn("en"), instructionsIn("zh-CN")];
  return { en: en || zh, "zh-CN": zh || en };
}
