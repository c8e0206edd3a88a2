import { z } from "zod";
import type { CaseFiles, WrittenCase } from "#lib/task-kinds/case-files.ts";
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
import { openingOf } from "#lib/task-kinds/parts/texts.ts";

const keys = {
  question: questionInput.nullish(),
  content: pairInput,
  gold: z
    .enum(sideNames, "gold must be first, second or tie, by the order in this line. Leave it out if unknown.")
    .nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<PairContent, PairContent>;

const line: Files["line"] = {
  keys,
  check: () => [],
  read: (read, bytes) => {
    const { question, content, gold } = read as Line;
    const [one = {}, other = {}] = content.parts.flatMap(({ origin }) => (origin ? [origin] : []));
    return {
      optionNames: [nameOrigin(one), nameOrigin(other), tie],
      gold: gold == null ? null : sideNames.indexOf(gold),
      prompt: null,
      original: Buffer.from(bytes),
      own: {
        question: askedBy(question),
        parts: content.parts.map(({ role, text }) => ({ role, text })),
        origins: [one, other],
      },
    };
  },
};

const shown = ({ question, parts }: PairContent) => [question, parts];
const sorted = (origin: PairContent["origins"][number]) =>
  Object.entries(origin).sort(([a], [b]) => (a < b ? -1 : 1));

/** All that is read of it, the same whichever text stands first. */
export const wordsOf = ({ question, context, sides }: ShownPair): string =>
  [...context.map(({ text }) => text), Object.values(question)[0], ...sides.toSorted()].join("\n");

function write({ content, gold }: WrittenCase) {
  const { question, parts, origins } = pairContentSchema.parse(content);
  const left = [...origins];
  return {
    question: writeQuestion(question),
    content: {
      parts: parts.map((part) => (part.role === "judged" ? { ...part, origin: left.shift() } : part)),
    },
    ...(gold === null ? {} : { gold: sideNames[gold] }),
  };
}

export const pairFiles: Files = {
  content: pairContentSchema,
  needsGold: false,
  line,
  csv: null,
  shown: ({ own }) => shown(own),
  // With their origins: what is known of a case stands with its version.
  versionParts: ({ own, gold }) => [JSON.stringify(["pair", ...shown(own), own.origins.map(sorted), gold])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    said: wordsOf(showPair(own)).toLowerCase(),
  }),
  asItStands: () => {
    throw new Error("a pair is always taken apart");
  },
  write,
  opening: openingOf,
  predictions: pairPredictions,
};
