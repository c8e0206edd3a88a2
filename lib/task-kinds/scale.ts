import { z } from "zod";
import type { Standard } from "#lib/task-kinds/case-files.ts";
import { nameOrWhole, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import similarity from "#lib/task-kinds/scales/interviewsim-similarity.json" with { type: "json" };
import gold from "#lib/task-kinds/scales/rolethink-gold.json" with { type: "json" };
import silver from "#lib/task-kinds/scales/rolethink-silver.json" with { type: "json" };

// What is rated by: points from 1 up, each with a label and what it stands for, in the languages of participants.

export const scaleLimits = {
  name: 60,
  question: 300,
  label: 60,
  about: 600,
  notes: 2000,
  fewest: 2,
  most: 9,
} as const;

export const filled = (most: number) =>
  fileWords
    .refine((words) => words.trim() !== "", {
      error: "A text can’t be empty.",
      params: { problem: "empty" },
    })
    .refine((words) => words.length <= most, {
      error: `A text can have at most ${most} characters.`,
      params: { problem: "long", most },
    });

/** In English, in Chinese, or in both. */
export const words = (most: number) =>
  z
    .strictObject(
      { en: filled(most).optional(), "zh-CN": filled(most).optional() },
      { error: unknownKey("A text in several languages", "en and zh-CN") },
    )
    .refine((said) => said.en !== undefined || said["zh-CN"] !== undefined, {
      error: "Write it in en, in zh-CN, or in both.",
      params: { problem: "no_language" },
    });

const point = z.strictObject(
  { label: words(scaleLimits.label), about: words(scaleLimits.about).optional() },
  { error: unknownKey("A point", "label and about") },
);

/** The first point is 1. */
export const scaleSchema = z.strictObject(
  {
    name: filled(scaleLimits.name),
    question: words(scaleLimits.question),
    points: z
      .array(point, "points must be a list of objects with label and about.")
      .min(scaleLimits.fewest, `A scale needs at least ${scaleLimits.fewest} points.`)
      .max(scaleLimits.most, `A scale can have at most ${scaleLimits.most} points.`),
    notes: words(scaleLimits.notes).optional(),
  },
  { error: unknownKey("A scale", "name, question, points and notes") },
);
export type Scale = z.infer<typeof scaleSchema>;
export type ScaleWords = z.infer<ReturnType<typeof words>>;

/** A definition never changes: another wording is another scale, so that a rating always says what it was given by. */
const named: Readonly<Record<string, Scale>> = Object.fromEntries(
  [gold, silver, similarity].map((one) => [one.name, one]),
);
export const scaleNames = Object.keys(named);

/** As a case keeps it: by its name where it has one here, or whole. */
export const storedScale = z.union([z.string(), scaleSchema]);
export type ScaleInput = z.infer<typeof storedScale>;

const known = scaleNames.join(", ");

/** `scale` of a line: one of those that have a name here, or a whole one. */
export const scaleInput = z.union(
  [
    z.enum(scaleNames),
    scaleSchema.refine(({ name }) => !Object.hasOwn(named, name), {
      error: "A scale of the product has this name. Give your own one another.",
      path: ["name"],
    }),
  ],
  nameOrWhole(
    `No scale is called that. There are ${known}; or write your own one as an object.`,
    `scale must be one of ${known}, or an object with name, question and points.`,
  ),
);

export function resolveScale(given: ScaleInput): Scale {
  const scale = typeof given === "string" ? named[given] : given;
  if (!scale) throw new Error(`no scale is called ${String(given)}`);
  return scale;
}

/** A scale of somebody's own: parsed, its keys stand in one order. */
export function defineScale(given: unknown): Standard | null {
  const scale = storedScale.parse(given);
  return typeof scale === "string" ? null : { name: scale.name, definition: JSON.stringify(scale) };
}

/** What a rating is written as. */
export const pointsOf = (given: ScaleInput): string[] =>
  resolveScale(given).points.map((_, at) => String(at + 1));
