import { z } from "zod";
import { armsSchema } from "#lib/studies/arms/schema.ts";
import { fieldKey, inLanguages, line, text, whole } from "#lib/plain-values.ts";
import { upgradePlan, withVersion, upgradeWords } from "#lib/studies/plan-versions.ts";
import { reportingSchema } from "#lib/studies/reporting/schema.ts";
import { runName } from "#lib/studies/run-names.ts";
import { noiseOfShare, type MeanInput, type ShareInput } from "#lib/metrics/power/judged.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const within = (least: number, most: number) => z.number().min(least, "too_small").max(most, "too_large");

/** Of ratings, in points of the scale. */
const meanAssumedSchema = z.strictObject({
  caseSd: within(0, 100),
  raterSd: within(0, 100),
  noiseSd: within(0, 100),
  alpha: within(0, 1),
});

/** Of how often an answer is given; what single answers vary by follows from it, and can't be less than nothing. */
const shareAssumedSchema = z
  .strictObject({
    share: within(0.01, 0.99),
    caseSd: within(0, 0.5),
    raterSd: within(0, 0.5),
    alpha: within(0, 1),
  })
  .refine((assumed) => noiseOfShare(assumed) >= 0, { path: ["caseSd"], error: "more_than_a_share_varies" });

/** What is assumed while a plan says nothing else: nobody knows it, and the step says so. */
export const usualMean: MeanInput = { caseSd: 0.8, raterSd: 0.3, noiseSd: 0.7, alpha: 0.5 };
export const usualShare: ShareInput = { share: 0.5, caseSd: 0.25, raterSd: 0.1, alpha: 0.3 };

/** What a review board looks for on a consent page, in the order it stands there. */
export const ethicsFields = ["institution", "contact", "approval", "retention", "payment"] as const;
export type EthicsField = (typeof ethicsFields)[number];

const maxOfField = 2000;
const ethicsLines = <T extends z.ZodType>(line: T) =>
  z.strictObject({ institution: line, contact: line, approval: line, retention: line, payment: line });
const ethicsSchema = ethicsLines(inLanguages(maxOfField).prefault({}));
export type Ethics = z.output<typeof ethicsSchema>;

const maxOfTick = 500;
/** Statements of which each has to be ticked before one can agree. */
const ticksSchema = z.array(z.strictObject({ key: fieldKey, label: inLanguages(maxOfTick) })).max(10);
export type ConsentTick = z.output<typeof ticksSchema>[number];

export const textParts = ["title", "welcome", "consent", "instructions", "debrief"] as const;
export type TextPart = (typeof textParts)[number];

/** Markdown, but for the title. An empty part is not there yet. */
const wordsSchema = z.strictObject({
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
export const frozenWordsSchema = wordsSchema.extend({
  /** Lines that say nothing are not in it. */
  ethics: ethicsLines(text(maxOfField).optional()).optional(),
  ticks: z.array(z.strictObject({ key: fieldKey, label: text(maxOfTick) })).optional(),
});
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

const maxSiblings = 100;

/** What the study is going to claim, and when it ends: fixed before anybody has answered. */
export const claimsSchema = z.strictObject({
  /** The run that people are held against; or whichever is the best, when the study opens, on cases that nobody is given. */
  comparator: z
    .discriminatedUnion("by", [
      z.strictObject({ by: z.literal("name"), run: runName }),
      z.strictObject({ by: z.literal("unserved_cases") }),
    ])
    .nullable()
    .default(null),
  /** A difference that is as good as none, in shares of one. */
  margin: z.number().min(0.005, "too_small").max(0.5, "too_large").nullable().default(null),
  /** What a person costs more than a model, in the alternative annotator test. */
  epsilon: z.number().min(0, "too_small").max(0.5, "too_large").default(0.2),
  /** Runs of the selecting model by other methods or versions: the cases were chosen by answers like theirs. */
  siblings: z.array(runName).max(maxSiblings).default([]),
  /** Until people's accuracy is known this closely, or so many took part; needs looks while people answer. */
  stopping: z
    .strictObject({
      halfWidth: z.number().min(0.005, "too_small").max(0.25, "too_large"),
      mostPeople: whole(2, 10_000),
    })
    .nullable()
    .default(null),
});
export type Claims = z.output<typeof claimsSchema>;

/** Asked after the instructions, to see whether they were understood. */
const comprehensionQuestion = z.strictObject({
  key: fieldKey,
  label: inLanguages(500),
  options: z
    .array(z.strictObject({ value: line(100), label: inLanguages(300) }))
    .max(8)
    .default([]),
  /** The value of the right option. It never leaves the server. */
  right: line(100),
});
export type ComprehensionQuestion = z.output<typeof comprehensionQuestion>;

export const maxComprehension = 5;
/** What becomes of somebody who gets something wrong twice. */
export const comprehensionRules = ["exclude", "record"] as const;

const range = (least: number, most: number) =>
  z
    .strictObject({
      least: whole(least, most).default(least),
      most: whole(least, most).nullable().default(null),
    })
    .refine((one) => one.most === null || one.least <= one.most, { error: "upside_down", path: ["most"] });

/** Which cases are eligible. */
export const frameSchema = z.strictObject({
  tracks: z.array(line(60)).max(100).default([]),
  /** How many options a case may have. */
  options: range(2, 26).nullable().default(null),
  /** Tokens in the unknown speaker's turn. */
  answerLength: range(0, 1_000_000).nullable().default(null),
  /** The paper's rule: cases where this run chose wrongly, its top probability at the threshold or above. */
  reference: z
    .strictObject({
      ...runName.shape,
      threshold: z.number().min(0, "too_small").max(1, "too_large"),
    })
    .nullable()
    .default(null),
});

const caseName = z.strictObject({ track: line(60), key: line(500) });
export const maxRatedOnce = 2000;
const ratedForOthers = z.strictObject({ ...caseName.shape, for: z.array(line(500)).min(1).max(100) });
export type RatedOnce = z.output<typeof ratedForOthers>;

/** How many texts are rated once, and for how many cases. */
export const countRatedOnce = (ratedOnce: readonly RatedOnce[]): { texts: number; cases: number } => ({
  texts: ratedOnce.length,
  cases: ratedOnce.reduce((sum, { for: others }) => sum + 1 + others.length, 0),
});

export const listRatedOnce = (ratedOnce: readonly RatedOnce[]): string =>
  ratedOnce.map(({ track, key, for: others }) => `${track}: ${[key].concat(others).join(" = ")}`).join("; ");

function namesEachOnce(all: readonly RatedOnce[]): boolean {
  const names = all.flatMap(({ track, key, for: others }) =>
    [key].concat(others).map((one) => JSON.stringify([track, one])),
  );
  return new Set(names).size === names.length;
}

/** Named cases first; the rest is drawn from those that every run answered right. */
const commonCases = (most: number) =>
  z
    .strictObject({ count: whole(0, most).default(0), cases: z.array(caseName).max(most).default([]) })
    .refine((one) => one.cases.length <= one.count, { error: "more_named_than_counted", path: ["cases"] });

const perTrack = z.record(line(60), whole(0, 1000));

export const maxLeftOut = 2000;
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
  /** Of those tracks, the attribute whose values make the groups, within a scenario or person: what several origins answered. */
  pairBy: z.record(line(60), line(100)).optional(),
  /** In blocks: how many of one participant's selected cases everybody else gets as well. */
  linked: perTrack.optional(),
  /** No participant gets two cases that ask the same question. */
  oncePerQuestion: z.boolean().optional(),
  /** Cases of the frame that are never drawn: of two texts that are the same, the second. */
  leftOut: z.array(caseName).max(maxLeftOut).optional(),
  /** Of cases that show raters the same, the one that is rated; its ratings count for the others of its track, too. */
  ratedOnce: z.array(ratedForOthers).max(maxRatedOnce).refine(namesEachOnce, "named_twice").optional(),
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

const backgroundQuestion = z.strictObject({
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
  isSameModel,
  isSameRun,
  mayBeRanked,
  isNotByModel,
  isSibling,
  makerOf,
  notByModel,
  type BenchmarkRun,
  type NotByModel,
  type RunMakers,
  type RunName,
  runLabel,
} from "#lib/studies/run-names.ts";
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
const powerSchema = z.strictObject({
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

const recruitmentSchema = z.strictObject({
  ways: z.array(z.enum(recruitmentWays)).max(3).default(["invitation"]),
  cohorts: z.array(cohortName).max(30).default([]),
  /** At most so many people begin from one network address by an open link; left out: as many as it has places. */
  perAddress: whole(1, 10_000).optional(),
  /** What the report says of participants beside what the data tell. */
  reporting: reportingSchema.optional(),
});

/** What each step of the builder saves. */
export const stepSchemas = {
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
