import { z } from "zod";
import { ethicsSchema, frozenConsent, ticksSchema } from "#lib/studies/consent-schema.ts";
import { text } from "#lib/plain-values.ts";
import { upgradeWords } from "#lib/studies/plan-versions.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

export const textParts = ["title", "welcome", "consent", "instructions", "debrief"] as const;
export type TextPart = (typeof textParts)[number];

/** Markdown, but for the title. An empty part is not there yet. */
export const wordsSchema = z.strictObject({
  title: text(200).trim().default(""),
  welcome: text(20_000).default(""),
  consent: text(40_000).default(""),
  instructions: text(20_000).default(""),
  debrief: text(20_000).default(""),
  /** Where cases are of several kinds: what is said before the first of each. Without it, the usual words. */
  parts: z.partialRecord(z.enum(kindNames), text(2000)).optional(),
});
export type StudyWords = z.output<typeof wordsSchema>;
/** What one language's participants agree to, as the opening froze it. */
export const frozenWordsSchema = wordsSchema.extend(frozenConsent);
export type FrozenWords = z.output<typeof frozenWordsSchema>;
/** What stands in study_texts, of whichever version. */
export const parseWords = (stored: unknown): FrozenWords => frozenWordsSchema.parse(upgradeWords(stored));
const noWords: StudyWords = { title: "", welcome: "", consent: "", instructions: "", debrief: "" };

export const textsSchema = z.strictObject({
  en: wordsSchema.default(noWords),
  "zh-CN": wordsSchema.default(noWords),
  /** Lines under the text of the consent. */
  ethics: ethicsSchema.optional(),
  ticks: ticksSchema.optional(),
});
