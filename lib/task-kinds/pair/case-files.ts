import { z } from "zod";
import type { CaseFiles } from "#lib/task-kinds/case-files.ts";
import { nameOrigin, tie } from "#lib/task-kinds/pair/origins.ts";
import { pairPredictions, sideNames } from "#lib/task-kinds/pair/predictions.ts";
import { askedBy, questionInput, writeQuestion } from "#lib/task-kinds/pair/questions.ts";
import {
  pairContentSchema,
  pairInput,
  showPair,
  type PairContent,
  type ShownPair,
} from "#lib/task-kinds/pair/schema.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import { openingOf } from "#lib/task-kinds/parts/texts.ts";

const keys = {
  question: questionInput.nullish(),
  content: pairInput,
  gold: z
    .enum(sideNames, "gold must be first, second or tie, by the order in this line. Leave it out if unknown.")
    .nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;

const shown = ({ question, parts }: PairContent) => [question, parts];
const sorted = (origin: PairContent["origins"][number]) =>
  Object.entries(origin).sort(([a], [b]) => (a < b ? -1 : 1));

/** All that is read of it, the same whichever text stands first. */
export const wordsOf = ({ question, context, sides }: ShownPair): string =>
  [...context.map(({ text }) => text), Object.values(question)[0], ...sides.toSorted()].join("\n");

export const pairFiles: CaseFiles<PairContent, PairContent> = {
  ...filesOfLines<PairContent>("pair", {
    content: pairContentSchema,
    shown,
    // With their origins: what is known of a case stands with its version.
    version: ({ own, gold }) => [...shown(own), own.origins.map(sorted), gold],
    said: (own) => wordsOf(showPair(own)),
  }),
  line: {
    keys,
    check: () => [],
    read: (read, bytes) => {
      const { question, content, gold } = read as Line;
      const [one = {}, other = {}] = content.parts.flatMap(({ origin }) => (origin ? [origin] : []));
      return readOwn(bytes, {
        optionNames: [nameOrigin(one), nameOrigin(other), tie],
        gold: gold == null ? null : sideNames.indexOf(gold),
        own: {
          question: askedBy(question),
          parts: content.parts.map(({ role, text }) => ({ role, text })),
          origins: [one, other],
        },
      });
    },
  },
  write({ content, gold }) {
    const { question, parts, origins } = pairContentSchema.parse(content);
    const left = [...origins];
    return {
      question: writeQuestion(question),
      content: {
        parts: parts.map((part) => (part.role === "judged" ? { ...part, origin: left.shift() } : part)),
      },
      ...(gold === null ? {} : { gold: sideNames[gold] }),
    };
  },
  opening: openingOf,
  predictions: pairPredictions,
};
