import { z } from "zod";
import { nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

// What is read as it is and judged in a review: what people said, turn after turn, or texts under their titles.

export const documentLimits = { turns: 100_000, parts: 100 } as const;

const filled = (what: string) =>
  fileWords.refine(
    (words) => words.trim() !== "",
    `The text of a ${what} can’t be empty. Leave the ${what} out.`,
  );

/** "05:12", "1:05:12" or "00:05:12.250": how far into the recording. */
const clock = /^(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?$/;
const time = z
  .string("A time is text, such as “00:05:12”.")
  .regex(clock, "A time is written as hours, minutes and seconds, such as “00:05:12” or “05:12.250”.");

const turn = z.strictObject(
  {
    /** Null where nobody says who it is. */
    speaker: nameSchema.nullish().transform((name) => name ?? null),
    text: filled("turn"),
    at: time.optional(),
  },
  { error: unknownKey("A turn", "speaker, text and at") },
);

/** Titles that are said in the reader's language; any other stands as it is written. */
export const knownTitles = ["thought", "reason", "action", "passage"] as const;
export type KnownTitle = (typeof knownTitles)[number];

const part = z.strictObject(
  { title: nameSchema, text: filled("part") },
  { error: unknownKey("A part", "title and text") },
);

export const documentContentSchema = z
  .strictObject(
    {
      title: nameSchema.optional(),
      turns: z
        .array(turn, "turns must be a list.")
        .min(1, "A transcript needs at least one turn.")
        .max(documentLimits.turns, `A transcript can have at most ${documentLimits.turns} turns.`)
        .optional(),
      parts: z
        .array(part, "parts must be a list.")
        .min(1, "A document needs at least one part.")
        .max(documentLimits.parts, `A document can have at most ${documentLimits.parts} parts.`)
        .optional(),
    },
    { error: unknownKey("content", "title, and either turns or parts") },
  )
  .refine(
    ({ turns, parts }) => (turns === undefined) !== (parts === undefined),
    "content needs either turns or parts, and not both.",
  );

export type DocumentContent = z.infer<typeof documentContentSchema>;
