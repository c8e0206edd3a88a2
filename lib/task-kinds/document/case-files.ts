import { z } from "zod";
import { nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import type { ReadFiles, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";

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

const documentContentSchema = z
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

const keys = { content: documentContentSchema };
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = ReadFiles<DocumentContent, DocumentContent>;

/** In one order of keys, so that the same words are the same version, whatever file they come from. */
const shown = ({ title, turns, parts }: DocumentContent) => [
  title ?? null,
  turns?.map(({ speaker, text, at = null }) => [speaker, text, at]) ?? null,
  parts?.map((part) => [part.title, part.text]) ?? null,
];

function* listSaid({ title, turns, parts }: DocumentContent): Generator<string> {
  if (title !== undefined) yield title;
  for (const { speaker, text } of turns ?? []) yield speaker === null ? text : `${speaker}: ${text}`;
  for (const part of parts ?? []) yield `${part.title}: ${part.text}`;
}

const maxOpening = 1000;

function openingOf(content: DocumentContent): string {
  const said: string[] = [];
  let length = 0;
  for (const words of listSaid(content)) {
    said.push(words.slice(0, maxOpening));
    length += words.length;
    if (length > maxOpening) break;
  }
  return said.join(" — ");
}

const maxPreviewed = 3000;

/** So many letters of it, by whole turns or parts but for one that is longer by itself. */
function begin<T extends { text: string }>(all: readonly T[]): T[] {
  const kept: T[] = [];
  let left = maxPreviewed;
  for (const one of all) {
    if (left <= 0) break;
    kept.push({ ...one, text: cut(one.text, left) });
    left -= one.text.length;
  }
  return kept;
}
const cut = (text: string, most: number) =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;

export const documentFiles: Files = {
  ...filesOfLines<DocumentContent>("document", {
    content: documentContentSchema,
    shown: ({ own }) => shown(own),
    version: ({ own }) => shown(own),
    said: (own) => [...listSaid(own)].join("\n"),
    form: ({ turns }) => (turns ? "dialogue" : "text"),
  }),
  line: {
    keys,
    check: () => [],
    read: (read, bytes) => readOwn(bytes, { optionNames: [], gold: null, own: (read as Line).content }),
  },
  write: ({ content }: CaseToExport) => ({ content: documentContentSchema.parse(content) }),
  opening: openingOf,
  isLong: true,
  preview: ({ turns, parts, ...head }) => ({
    ...head,
    ...(turns && { turns: begin(turns) }),
    ...(parts && { parts: begin(parts) }),
  }),
};
