import { z } from "zod";
import { fileWords } from "#lib/task-kinds/file-words.ts";

// A person's folder in InterviewSim's public layout, file by file. What isn't read is let pass.

const filled = fileWords.refine((words) => words.trim() !== "", "This text can’t be empty.");
const list = <T extends z.ZodType>(of: T) => z.array(of, "This must be a list.");
const filledList = <T extends z.ZodType>(of: T) => list(of).min(1, "This list can’t be empty.");
const object = <T extends z.ZodRawShape>(shape: T) => z.object(shape, "This must be an object.");

export const layoutVersion = "1.0";
const head = {
  schema_version: z.literal(
    layoutVersion,
    `This version reads files whose schema_version is "${layoutVersion}". Write the file again with that version.`,
  ),
  personality_id: filled,
};

const pair = object({ qa_id: filled, question: filled, response: filled, tags: list(filled).default([]) });
const interview = object({
  interview_id: filled,
  sequence: z
    .number("This must be a number.")
    .int("A sequence is a whole number.")
    .nonnegative("A sequence can’t be negative."),
  qa_pairs: filledList(pair),
});
const response = object({
  response_id: filled,
  personality_id: filled.optional(),
  qa_id: filled,
  response: filled,
});
const atomic = object({
  atomic_qa_id: filled,
  personality_id: filled.optional(),
  qa_id: filled,
  question: filled,
  answer: filled,
});

export const optionTypes = ["correct", "opposite_negation", "near_miss", "plausible_misconception"] as const;
const option = object({
  option_id: filled,
  text: filled,
  kind: z.enum(optionTypes, `An option’s kind must be one of ${optionTypes.join(", ")}.`),
});
const mcq = object({
  mcq_id: filled,
  personality_id: filled.optional(),
  qa_id: filled,
  atomic_qa_id: filled.optional(),
  question: filled,
  options: filledList(option),
  correct_option_id: filled,
});

export const consistencyLabels = ["Entailment", "Neutral", "Contradiction"] as const;
export const traitNames = [
  "openness",
  "conscientiousness",
  "extraversion",
  "agreeableness",
  "neuroticism",
] as const;
export const traitLevels = ["Low", "Neutral", "High"] as const;

const whole = "A score is a whole number from 1 to 5.";
const explanation = fileWords.optional();
const similarity = object({
  response_id: filled,
  score: z.number(whole).int(whole).min(1, whole).max(5, whole),
  explanation,
});
const consistency = object({
  response_id: filled,
  label: z.enum(consistencyLabels, `A label must be one of ${consistencyLabels.join(", ")}.`),
  explanation,
});
const runs = filledList(z.enum(traitLevels, `A level must be one of ${traitLevels.join(", ")}.`));
const levels = z.strictObject(
  Object.fromEntries(traitNames.map((name) => [name, runs])) as Record<
    (typeof traitNames)[number],
    typeof runs
  >,
  {
    error: `These must be the five traits ${traitNames.join(", ")}, each a list of levels.`,
  },
);
const even = levels.refine(
  (all) => new Set(Object.values(all).map(({ length }) => length)).size === 1,
  "Each trait needs a level of every run: these lists differ in length.",
);
const side = object({ trait_runs: even });
const chosen = object({
  mcq_id: filled,
  // An answer that named none of the options.
  selected_option_id: filled.nullable(),
});

export const interviewFiles = {
  prepared_input: object({
    ...head,
    personality: object({ profile: fileWords, long_profile: fileWords }),
    interviews: filledList(interview),
  }),
  split: object({ ...head, train_qa_ids: list(filled), test_qa_ids: filledList(filled) }),
  fact_summary: object({ ...head, summary: filled, facts: list(object({ text: filled })).default([]) }),
  generated_responses: object({ ...head, generated_responses: filledList(response) }),
  atomic_qas: object({ ...head, atomic_qas: list(atomic) }),
  mcqs_3_option: object({ ...head, mcqs: list(mcq) }),
  mcqs_4_option: object({ ...head, mcqs: list(mcq) }),
  metrics: object({
    ...head,
    content_similarity: list(similarity).default([]),
    factual_consistency: list(consistency).default([]),
    personality_similarity: object({ reference: side, generated: side }).nullish(),
    mcq_evaluation: object({
      three_option: list(chosen).default([]),
      four_option: list(chosen).default([]),
    }).nullish(),
  }),
};
export type InterviewFile = keyof typeof interviewFiles;
export type Content<F extends InterviewFile> = z.output<(typeof interviewFiles)[F]>;
export const fileNames = Object.keys(interviewFiles) as InterviewFile[];

/** Stands beside the folders, where it stands at all: what each person does. */
export const registryFile = object({
  profile_registry: list(object({ personality_id: filled, role: filled })).default([]),
});

/** Which of a person's files it is, by its name alone; null for another one. */
export function interviewFileOf(name: string): InterviewFile | null {
  const base = (name.split(/[/\\]/).at(-1) ?? "").replace(/\.json$/i, "");
  return /\.json$/i.test(name) ? (fileNames.find((one) => one === base) ?? null) : null;
}
export const isRegistry = (name: string): boolean => /(?:^|[/\\])manifest\.json$/i.test(name);

/** The folder it lies in, as far as its name tells. */
export const folderOf = (name: string): string => name.split(/[/\\]/).slice(0, -1).join("/");
