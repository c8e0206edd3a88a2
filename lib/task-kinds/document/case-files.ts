import type { z } from "zod";
import type { ReadFiles, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import { documentContentSchema, type DocumentContent } from "#lib/task-kinds/document/schema.ts";

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
