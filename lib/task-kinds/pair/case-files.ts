import { z } from "zod";
import type { CaseFiles, PredictionResult, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { keep, refuse } from "#lib/task-kinds/options/predictions.ts";
import { formatOriginName, tie } from "#lib/task-kinds/pair/origins.ts";
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

/** What files call the answers to a pair, by the order of its texts in the file. */
export const sideNames = ["first", "second", "tie"] as const;

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

export type SidePrediction = { choice?: string | null; repaired?: boolean };

function hold({ choice, repaired = false }: SidePrediction, failed: boolean): PredictionResult {
  const side = failed ? null : sideNames.findIndex((name) => name === choice);
  return side !== null && side < 0
    ? refuse(
        "choice",
        `a judge of a pair says ${sideNames.join(", ")}, by the order of the two texts in the file of cases`,
        choice,
      )
    : keep({ failed, repaired, choice: side });
}

/** A judge says which text is better, and nothing of how sure it is. */
export const pairPredictions: PredictionFiles<SidePrediction> = {
  keys: { choice: z.string("This must be text.").nullish() },
  words: ["a choice"],
  hold,
  write: ({ choice }) => ({ choice: sideNames[choice ?? -1] }),
};

export const pairFiles: CaseFiles<PairContent, PairContent> = {
  ...filesOfLines<PairContent>("pair", {
    content: pairContentSchema,
    shown: ({ own }) => shown(own),
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
        optionNames: [formatOriginName(one), formatOriginName(other), tie],
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
