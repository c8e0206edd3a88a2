import { z } from "zod";
import { writtenText } from "#lib/auth/schema.ts";
import { fieldKey, inLanguages, line, whole } from "#lib/plain-values.ts";

export const reviewLanguages = ["en", "zh-CN"] as const;
export type ReviewLanguage = (typeof reviewLanguages)[number];
export type ReviewWords = Readonly<Record<ReviewLanguage, string>>;

/** In the reader's language, or else in the one that there is. */
export const textIn = (words: ReviewWords, language: ReviewLanguage): string =>
  words[language] || reviewLanguages.map((other) => words[other]).find((said) => said !== "") || "";

export const reviewStates = ["draft", "open", "paused", "closed"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** annotator: accepts or rejects. reviewer: checks that. auditor: checks checks. lead: accepts and returns batches, and rules. */
export const reviewParts = ["annotator", "reviewer", "auditor", "lead"] as const;
export type ReviewPart = (typeof reviewParts)[number];

export const templateNames = [
  "interviewsim-transcripts",
  "rolethink-filtering",
  "gold-audit",
  "curated-cases",
] as const;
export type TemplateName = (typeof templateNames)[number];

const share = z.number().min(0, "too_small").max(1, "too_large");
const differ = (named: readonly { key: string }[]) =>
  new Set(named.map(({ key }) => key)).size === named.length;

const reason = z.strictObject({
  key: fieldKey,
  words: inLanguages(120),
  /** What several reasons have in common: those with the same words stand together. */
  group: inLanguages(80).optional(),
});
export type Reason = z.output<typeof reason>;
const errorType = z.strictObject({ key: fieldKey, words: inLanguages(120) });

/** From an accuracy on, up to where the next band begins, the share that is checked goes from one rate to the other. */
const band = z.strictObject({ from: share, rateFrom: share, rateTo: share });

export const coverageSchema = z.strictObject({
  /** Of each annotator, so many first decisions are all checked. */
  first: whole(0, 10_000).default(50),
  /** What stands for an annotator's accuracy: Wilson's lower bound, or the share that was right itself. */
  by: z.enum(["wilson", "estimate"]).default("wilson"),
  /** Of the interval whose lower bound it is. */
  level: z.number().min(0.5, "too_small").max(0.999, "too_large").default(0.95),
  bands: z
    .array(band)
    .min(1, "empty")
    .max(8, "too_many")
    .refine(([first]) => first?.from === 0, "first_not_zero")
    .refine(
      (bands) => bands.every(({ from }, i) => i === 0 || from > (bands[i - 1]?.from ?? 0)),
      "not_ascending",
    )
    .refine((bands) => bands.every(({ from }) => from < 1), "too_large")
    .default([
      { from: 0, rateFrom: 1, rateTo: 1 },
      { from: 0.92, rateFrom: 0.5, rateTo: 0.3 },
      { from: 0.95, rateFrom: 0.1, rateTo: 0.05 },
    ]),
});
export type Coverage = z.output<typeof coverageSchema>;

export const settingsSchema = z.strictObject({
  decisions: z.strictObject({
    acceptWord: inLanguages(60),
    reasons: z.array(reason).max(40, "too_many").refine(differ, "twice"),
  }),
  errorTypes: z.array(errorType).max(20, "too_many").refine(differ, "twice"),
  /** Markdown, for annotators and reviewers. */
  guidance: inLanguages(20_000),
  /** The tracks whose cases are reviewed; null: all of them. */
  tracks: z.array(line(60)).min(1, "empty").max(200, "too_many").nullable().default(null),
  /** From a closed study, the cases on which so many people, and such a share of them, agree on what isn't held to be right. */
  agreement: z
    .strictObject({ people: whole(1, 1000), share: z.number().min(0.5, "too_small").max(1, "too_large") })
    .default({ people: 3, share: 0.6 }),
  /** Whether annotators and reviewers see what is held to be right: it is what they are asked about. */
  showGold: z.boolean().default(false),
  batchSize: whole(1, 10_000).default(200),
  order: z.enum(["file", "seeded"]).default("file"),
  /** Reviewers say what they think before they are shown what the annotator said. */
  blind: z.boolean().default(true),
  coverage: coverageSchema.prefault({}),
  /** Of the decisions that are checked, the share that a second reviewer checks, too: how far reviewers agree. */
  secondShare: share.default(0.1),
  /** Of the checks, the share that goes to an auditor. */
  auditRate: share.default(0.05),
  leaseMinutes: whole(1, 24 * 60).default(30),
});
export type ReviewSettings = z.output<typeof settingsSchema>;

export const reviewTitle = line(120);

/** Typed, in any language, to close a review although not all of its batches are accepted. */
export const discardWord = "discard";

/** As somebody in a form or at a device writes it. */
export const comment = writtenText(4000);

export const newReview = z.strictObject({
  title: reviewTitle,
  template: z.enum(templateNames),
  /** Whose cases are reviewed, or the closed study that they come from. */
  benchmark: z.string().nullable().default(null),
  study: z.string().nullable().default(null),
});
export type NewReview = z.output<typeof newReview>;

export const partsInput = z
  .array(z.enum(reviewParts))
  .min(1, "empty")
  .transform((parts) => reviewParts.filter((part) => parts.includes(part)));
