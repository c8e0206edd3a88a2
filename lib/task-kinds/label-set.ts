import { z } from "zod";
import type { Standard } from "#lib/task-kinds/case-files.ts";
import { nameOrWhole, unknownKey } from "#lib/task-kinds/dialogue.ts";
import consistency from "#lib/task-kinds/label-sets/interviewsim-consistency.json" with { type: "json" };
import analysis from "#lib/task-kinds/label-sets/thought-analysis.json" with { type: "json" };
import { maxErrorTypes } from "#lib/task-kinds/label/value.ts";
import { filled, scaleLimits, words } from "#lib/task-kinds/scale.ts";

// What is labelled with: labels in one order for everybody, each with what it stands for, in the languages of participants.

export const labelLimits = { fewest: 2, most: 20, types: maxErrorTypes } as const;

const labelName = filled(scaleLimits.label);
const differ = (names: readonly string[]) => new Set(names).size === names.length;
const twice = {
  error: "Two labels have the same name. Labels must differ.",
  params: { problem: "twice" },
};
const fewest = `A case needs at least ${labelLimits.fewest} labels.`;
const most = `A case can have at most ${labelLimits.most} labels.`;

const label = z.strictObject(
  { name: labelName, label: words(scaleLimits.label).optional(), about: words(scaleLimits.about).optional() },
  { error: unknownKey("A label", "name, label and about") },
);

/** What is asked of an answer that got one of certain labels: of which type the error is. Nobody has to say. */
const errors = z.strictObject(
  {
    after: z.array(labelName, "after must be a list of labels.").min(1, "after can’t be empty."),
    question: words(scaleLimits.question),
    types: z
      .array(
        z.strictObject(
          { name: labelName, label: words(scaleLimits.label).optional() },
          { error: unknownKey("A type of error", "name and label") },
        ),
        "types must be a list of objects with name and label.",
      )
      .min(2, "There must be at least two types of error.")
      .max(labelLimits.types, `There can be at most ${labelLimits.types} types of error.`)
      .refine((types) => differ(types.map(({ name }) => name)), {
        error: "Two types have the same name.",
        params: { problem: "types_twice" },
      }),
  },
  { error: unknownKey("errors", "after, question and types") },
);

export const labelSetSchema = z
  .strictObject(
    {
      name: filled(scaleLimits.name),
      question: words(scaleLimits.question).optional(),
      labels: z
        .array(label, "labels must be a list of objects with name, label and about.")
        .min(labelLimits.fewest, fewest)
        .max(labelLimits.most, most)
        .refine((labels) => differ(labels.map(({ name }) => name)), twice),
      notes: words(scaleLimits.notes).optional(),
      errors: errors.optional(),
    },
    { error: unknownKey("A label set", "name, question, labels, notes and errors") },
  )
  .refine(
    ({ labels, errors: asked }) =>
      asked === undefined || asked.after.every((after) => labels.some(({ name }) => name === after)),
    {
      error: "after names a label that the set doesn’t have.",
      path: ["errors", "after"],
      params: { problem: "unknown_label" },
    },
  );

export type LabelSet = z.infer<typeof labelSetSchema>;

/** A definition never changes: another wording is another set, so that a label always says what it was given by. */
const named: Readonly<Record<string, LabelSet>> = {
  [consistency.name]: consistency,
  [analysis.name]: analysis,
};
export const labelSetNames = Object.keys(named);

/** As a case keeps it: by its name where it has one here, as a list of labels, or whole. */
export const storedLabels = z.union([z.string(), z.array(z.string()), labelSetSchema]);
export type LabelsInput = z.infer<typeof storedLabels>;

const known = labelSetNames.join(", ");
const listed = z
  .array(labelName)
  .min(labelLimits.fewest, fewest)
  .max(labelLimits.most, most)
  .refine(differ, twice);

/** `labels` of a line: a set that has a name here, a list of labels, or a whole set. */
export const labelsInput = z.union(
  [
    z.enum(labelSetNames),
    listed,
    labelSetSchema.refine(({ name }) => !Object.hasOwn(named, name), {
      error: "A label set of the product has this name. Give your own one another.",
      path: ["name"],
      params: { problem: "reserved_name" },
    }),
  ],
  nameOrWhole(
    `No label set is called that. There is ${known}; or give the labels as a list.`,
    `labels must be a list of labels, ${known}, or an object with name and labels.`,
    (input) => (Array.isArray(input) ? 1 : 2),
  ),
);

/** A list alone is a set without words of its own. */
export function resolveLabels(given: LabelsInput): LabelSet {
  if (Array.isArray(given)) return { name: given.join(" / "), labels: given.map((name) => ({ name })) };
  const set = typeof given === "string" ? named[given] : given;
  if (!set) throw new Error(`no label set is called ${String(given)}`);
  return set;
}

/** Labels or codes of somebody's own: parsed, their keys stand in one order. */
export function defineSet(given: unknown): Standard | null {
  const labels = storedLabels.parse(given);
  const set = resolveLabels(labels);
  return typeof labels === "string" ? null : { name: set.name, definition: JSON.stringify(set) };
}

export const labelNames = (given: LabelsInput): string[] =>
  resolveLabels(given).labels.map(({ name }) => name);

/** Of which type an error is that counts: it was asked for only after certain labels. */
export function errorOf(
  given: LabelsInput,
  { choice, error = null }: { choice: number | null; error?: number | null },
): string | null {
  const { labels, errors: asked } = resolveLabels(given);
  const label = labels[choice ?? -1]?.name;
  if (!asked || error === null || label === undefined || !asked.after.includes(label)) return null;
  return asked.types[error]?.name ?? null;
}
