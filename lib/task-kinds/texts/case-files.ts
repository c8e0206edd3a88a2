import type { z } from "zod";
import { mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import type { CaseFiles, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { optionPredictions } from "#lib/task-kinds/options/predictions.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import {
  contentInput,
  optionsInput,
  questionSchema,
  textsContentSchema,
  type ShownTexts,
  type TextsContent,
} from "#lib/task-kinds/texts/schema.ts";

const keys = {
  question: questionSchema,
  content: contentInput.nullish(),
  options: optionsInput,
  gold: fileWords.nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<TextsContent, TextsContent>;

const notThere =
  "The right answer is not among the options: it must match one of their names exactly. Leave gold out if it is unknown.";

const line: Files["line"] = {
  keys,
  check: (read) => {
    const { options, gold } = read as Line;
    if (gold != null && options.every(({ name }) => name !== gold))
      return [{ path: "gold", message: notThere }];
    const right = options.flatMap(({ type }, at) => (type === mcqTypes[0] ? [at] : []));
    if (right.length > 1)
      return right.slice(1).map((at) => ({
        path: `options[${at}].type`,
        message: "A second option is of the type correct. Only one can be.",
      }));
    const isOther = gold != null && right.some((at) => options[at]?.name !== gold);
    return isOther
      ? [{ path: "gold", message: "The option of the type correct is another one. Let both name the same." }]
      : [];
  },
  read: (read, bytes) => {
    const { question, content, options, gold } = read as Line;
    return readOwn(bytes, {
      optionNames: options.map(({ name }) => name),
      gold: gold == null ? null : options.findIndex(({ name }) => name === gold),
      own: { question, before: beforeIn(content), types: options.map(({ type }) => type) },
    });
  },
};

function beforeIn(content: Line["content"]): ShownTexts["before"] {
  if (content?.turns) return { turns: content.turns };
  return content?.text === undefined ? null : { text: content.text };
}

const shown = ({ question, before }: ShownTexts) => [question, before];

/** All that is read of it but its options. */
export const passageOf = ({ question, before }: ShownTexts, between: string): string =>
  [...listSaid(before), question].join(between);

export function listSaid(before: ShownTexts["before"]): string[] {
  if (before === null) return [];
  return "text" in before ? [before.text] : before.turns.map(({ speaker, text }) => `${speaker}: ${text}`);
}

function write({ content, optionNames, gold }: CaseToExport) {
  const { question, before, types } = textsContentSchema.parse(content);
  return {
    question,
    ...(before === null ? {} : { content: before }),
    options: optionNames.map((name, index) => ({ name, type: types[index] })),
    ...(gold === null ? {} : { gold: optionNames[gold] }),
  };
}

export const textsFiles: Files = {
  ...filesOfLines<TextsContent>("texts", {
    content: textsContentSchema,
    shown: ({ own, optionNames }) => [...shown(own), optionNames],
    // With their types: what is known of a case stands with its version.
    version: ({ own, optionNames, gold }) => [...shown(own), optionNames, own.types, gold],
    said: (own) => passageOf(own, "\n"),
    form: ({ before }) => (before && "turns" in before ? "dialogue" : "text"),
  }),
  line,
  asItStands: (original) => ({ question: original, before: null, types: [] }),
  write,
  opening: (content) => passageOf(content, " — "),
  predictions: optionPredictions,
};
