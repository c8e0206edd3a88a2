import type { StudyLanguage, StudyWords } from "#lib/studies/schema.ts";
import en from "#lib/studies/template-texts/en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/zh-CN.json" with { type: "json" };

export const templateWords: Readonly<Record<StudyLanguage, StudyWords>> = { en, "zh-CN": zh };
