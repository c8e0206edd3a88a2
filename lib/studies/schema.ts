import { z } from "zod";
import {
  comprehensionQuestion,
  comprehensionRules,
  maxComprehension,
} from "#lib/studies/comprehension-schema.ts";
import { armsSchema } from "#lib/studies/arms/schema.ts";
import { claimsSchema } from "#lib/studies/claims-schema.ts";
import { frameSchema } from "#lib/studies/frame/schema.ts";
import { fieldKey, inLanguages, line, text, whole } from "#lib/plain-values.ts";
import { upgradePlan, withVersion } from "#lib/studies/plan-versions.ts";
import { meanAssumedSchema, shareAssumedSchema } from "#lib/studies/opening/power-schema.ts";
import { reportingSchema } from "#lib/studies/reporting/schema.ts";
import { textsSchema } from "#lib/studies/words-schema.ts";

const caseName = z.strictObject({ track: line(60), key: line(500) });
/** Named cases first; the rest is drawn from those that every run answered right. */
const commonCases = (most: number) =>
  z
    .strictObject({ count: whole(0, most).default(0), cases: z.array(caseName).max(most).default([]) })
    .refine((one) => one.cases.length <= one.count, { error: "more_named_than_counted", path: ["cases"] });

const perTrack = z.record(line(60), whole(0, 1000));

const maxSeed = Number.MAX_SAFE_INTEGER;

/** What one participant gets of them. */
const sampleSchema = z.strictObject({
  quota: perTrack.default({}),
  /** Cases that the reference run got right. */
  controls: perTrack.default({}),
  /** Cases that it got wrong while it was unsure, or had no answer to. Absent from plans that were opened before this was asked. */
  unsure: perTrack.optional(),
  /** Tracks of which whole groups are drawn: how many cases of each group. The quotas count cases all the same. */
  groups: z.record(line(60), whole(1, 1000)).optional(),
  attention: commonCases(20).default({ count: 0, cases: [] }),
  practice: commonCases(10).default({ count: 0, cases: [] }),
  /** How many cases each participant gets a second time. Absent where nobody asked for any. */
  repeats: whole(1, 50).optional(),
  /** At most so many of one participant's cases from one source work, where the source is known. */
  mostFromOneSource: whole(1, 1000).nullable().default(null),
  seed: whole(0, maxSeed),
});

/** The languages a study can be read in: those of the participants' screens. */
export const studyLanguages = ["en", "zh-CN"] as const;
export type StudyLanguage = (typeof studyLanguages)[number];

/** Steps of the builder that hold a part of the design, in their order. Checking and opening comes last. */
export const stepNames = [
  "frame",
  "sample",
  "assignment",
  "power",
  "questions",
  "words",
  "rules",
  "claims",
  "recruitment",
] as const;
export type StepName = (typeof stepNames)[number];

export const designs = ["same", "own", "blocks"] as const;

/** spread: no two cases of a group in succession, as far as that can be; by_group: all of a group in one stretch. */
export const caseOrders = ["random", "fixed", "spread", "by_group"] as const;
export const optionOrders = ["random", "fixed"] as const;

export const assignmentSchema = z.strictObject({
  /** The same cases for everyone; each their own; or blocks of cases, each for the same number of people. */
  design: z.enum(designs).default("same"),
  /** How many people are planned. */
  people: whole(1, 10_000).default(20),
  /** In blocks: how many people answer each case. */
  ratersPerCase: whole(1, 1000).default(3),
  caseOrder: z.enum(caseOrders).default("random"),
  optionOrder: z.enum(optionOrders).default("random"),
  /** After so many hours without a sign of life a place is given to somebody else; null: never by itself. */
  placeHours: whole(1, 24 * 90)
    .nullable()
    .default(72),
  /** Groups of people, or of a sitting's cases, that differ in one thing; absent where everybody is asked alike. */
  arms: armsSchema.optional(),
});

export const needs = ["off", "optional", "required"] as const;
export type Need = (typeof needs)[number];
const need = z.enum(needs).default("off");

export const backgroundQuestion = z.strictObject({
  /** Names the column of the export. */
  key: fieldKey,
  kind: z.enum(["choice", "number", "text"]),
  label: inLanguages(300),
  /** What can be chosen: the value is what is stored and exported. */
  options: z
    .array(z.strictObject({ value: line(100), label: inLanguages(200) }))
    .max(50)
    .default([]),
  need: z.enum(["optional", "required"]).default("optional"),
});
export type BackgroundQuestion = z.output<typeof backgroundQuestion>;

export {
  frozenWordsSchema,
  parseWords,
  textParts,
  type FrozenWords,
  type StudyWords,
  type TextPart,
} from "#lib/studies/words-schema.ts";
export {
  isSameModel,
  isSameRun,
  isSibling,
  type BenchmarkRun,
  type RunName,
  runLabel,
} from "#lib/studies/run-names.ts";
export type { ComprehensionQuestion } from "#lib/studies/comprehension-schema.ts";
export { preferNotToSay, unsaidField } from "#lib/studies/prefer-not-to-say.ts";
export { isRunning, studyStates, type StudyState } from "#lib/studies/states.ts";

export const questionsSchema = z.strictObject({
  confidence: z
    .strictObject({
      ask: need,
      /** One slider, or a probability for every option, as models give. */
      form: z.enum(["slider", "options"]).default("slider"),
      /** The scale says what guessing comes to, and a choice against one's own probabilities is asked about once. */
      guided: z.boolean().optional(),
    })
    .default({ ask: "off", form: "slider" }),
  reason: need,
  knowsWork: need,
  /** A mark to come back to; nobody can be required to set one. */
  flag: z.enum(["off", "optional"]).default("optional"),
  background: z.array(backgroundQuestion).max(20).default([]),
  /** Every background question can be answered so; stored as a value of its own. */
  preferNotToSay: z.boolean().optional(),
  comprehension: z.array(comprehensionQuestion).max(maxComprehension).optional(),
  /** After so many active minutes at a stretch a break is offered, between two cases. */
  breakAfterMinutes: whole(5, 240).nullable().optional(),
  /** Whether participants are told about how long the rest takes at their own pace. */
  showPace: z.boolean().optional(),
  timeLimitMinutes: whole(1, 24 * 60)
    .nullable()
    .default(null),
  mayGoBack: z.boolean().default(true),
  /** Where one doesn't go back: a complete draft counts when time runs out, and when the study closes. */
  draftsCount: z.boolean().optional(),
  /** "I can't read this" is offered in place of a choice. */
  mayPass: z.boolean().optional(),
  /** Whether they stood whole is recorded with every answer. */
  profiles: z.literal("open").optional(),
  showScore: z.boolean().default(false),
  /** A passage can be reported while it is read. */
  reportPassage: z.boolean().optional(),
  /** Whether one may say something more before handing in. */
  lastComment: z.boolean().optional(),
});

/** Who is left out of the figures, fixed before anybody has answered. Who withdraws always is. */
export const rulesSchema = z.strictObject({
  /** Out with more failed attention checks than this; null: not a rule. */
  failedChecks: whole(0, 20).nullable().default(null),
  /** Out with more than this share of the cases answered faster than so many active seconds. */
  haste: z
    .strictObject({
      seconds: z.number().positive("too_small").max(600, "too_large"),
      share: z.number().min(0, "too_small").max(1, "too_large"),
      /** Also out with more such cases than the server's clock leaves time for, whatever a device says it measured. */
      byServer: z.boolean().optional(),
    })
    .nullable()
    .default(null),
  /** exclude: who fails the comprehension check twice goes no further, and is out. record: goes on, and counts. */
  comprehension: z.enum(comprehensionRules).optional(),
  /** Out with fewer answers than this share of one's cases, passed ones being none; null: not a rule. */
  minAnswered: z.number().gt(0, "too_small").max(1, "too_large").nullable().optional(),
  /** Out without having submitted. */
  incomplete: z.boolean().default(true),
  /** Whether the team may see accuracies while people still answer. */
  interim: z.boolean().default(false),
});

/** The rule that a team gets before it chooses its own: hardly a passage is read so quickly. */
export const usualHaste = { seconds: 5, share: 0.2, byServer: true } as const;

/** Whoever did less than half of what was planned is hardly the person that a headline speaks of. */
export const usualMinAnswered = 0.5;

/** The assumptions of power: of accuracy, and of what is estimated where no answer is right. */
export const powerSchema = z.strictObject({
  /** Expected share of right answers of an average person on an average case. */
  accuracy: z.number().min(0.01, "too_small").max(0.99, "too_large").default(0.9),
  /** Spread between people and between cases, in log-odds. */
  personSpread: z.number().min(0, "too_small").max(5, "too_large").default(0.5),
  caseSpread: z.number().min(0, "too_small").max(5, "too_large").default(1),
  /** Absent from plans that leave these at what is usual. */
  mean: meanAssumedSchema.optional(),
  share: shareAssumedSchema.optional(),
});

export const recruitmentWays = ["invitation", "open_link", "prolific"] as const;
export type RecruitmentWay = (typeof recruitmentWays)[number];

export const cohortName = line(60);

export const recruitmentSchema = z.strictObject({
  ways: z.array(z.enum(recruitmentWays)).max(3).default(["invitation"]),
  cohorts: z.array(cohortName).max(30).default([]),
  /** At most so many people begin from one network address by an open link; left out: as many as it has places. */
  perAddress: whole(1, 10_000).optional(),
  /** What the report says of participants beside what the data tell. */
  reporting: reportingSchema.optional(),
});

const parts = {
  frame: frameSchema,
  sample: sampleSchema,
  assignment: assignmentSchema,
  questions: questionsSchema,
  words: textsSchema,
  rules: rulesSchema,
  claims: claimsSchema,
  power: powerSchema,
  recruitment: recruitmentSchema,
};
/** What each step of the builder saves. */
export const stepSchemas = parts;

const whatever = <T extends z.ZodType>(schema: T) => schema.prefault({} as z.input<T>);

/** The whole plan of a study: what the draft holds, what study.json says, what the manifest freezes. */
export const designSchema = z.strictObject({
  /** The benchmark's address; null while none has been chosen. */
  benchmark: text(100).min(1).nullable().default(null),
  frame: whatever(frameSchema),
  sample: sampleSchema,
  assignment: whatever(assignmentSchema),
  questions: whatever(questionsSchema),
  words: whatever(textsSchema),
  rules: whatever(rulesSchema),
  power: whatever(powerSchema),
  recruitment: whatever(recruitmentSchema),
  /** Absent from plans that were opened before anything was claimed beforehand. */
  claims: claimsSchema.optional(),
});
export type Design = z.output<typeof designSchema>;
/** What stands in a study's draft, of whichever version: an opened study keeps its plan as it was written. */
export const parsePlan = (stored: unknown): Design => designSchema.parse(upgradePlan(stored));
export const writePlan = (design: Design) => withVersion(design);
export type Frame = Design["frame"];
export type Sample = Design["sample"];
export type Assignment = Design["assignment"];
export type Questions = Design["questions"];
export type Rules = Design["rules"];

export const studyTitle = line(120);

export const strata = ["selected", "unsure", "control", "attention", "practice"] as const;
export type Stratum = (typeof strata)[number];

/** Something about a plan that stops it from opening, or that a reviewer would ask about. */
export type Finding = {
  step: StepName | "check";
  /** The key of its wording. */
  code: string;
  values?: Readonly<Record<string, string | number>>;
  /** Where in the plan it is put right: "words.en.consent". */
  field?: string;
};
