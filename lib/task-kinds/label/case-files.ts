import { z } from "zod";
import type { CaseFiles, WrittenCase } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { defineSet, labelNames, labelsInput } from "#lib/task-kinds/label-set.ts";
import { labelPredictions } from "#lib/task-kinds/label/predictions.ts";
import { labelContentSchema, labelledParts, type LabelContent } from "#lib/task-kinds/label/schema.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";

/** So many have a key each. */
export const mostLabels = 9;

const keys = {
  labels: labelsInput,
  many: z.literal(false, "many is true where several labels can fit. Else leave it out.").optional(),
  content: labelledParts,
  gold: fileWords.nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<LabelContent, LabelContent>;

const line: Files["line"] = {
  keys,
  check: (read) => {
    const { labels, gold } = read as Line;
    const names = labelNames(labels);
    return [
      ...(names.length > mostLabels
        ? [{ path: "labels", message: `Of more than ${mostLabels} labels nobody chooses one by a key.` }]
        : []),
      ...(gold == null || names.includes(gold)
        ? []
        : [
            {
              path: "gold",
              message: `The right label must be one of ${names.join(", ")}. Leave gold out if it is unknown.`,
            },
          ]),
    ];
  },
  read: (read, bytes) => {
    const { labels, content, gold } = read as Line;
    const optionNames = labelNames(labels);
    return {
      optionNames,
      gold: gold == null ? null : optionNames.indexOf(gold),
      prompt: null,
      original: Buffer.from(bytes),
      own: { parts: content.parts, labels },
    };
  },
};

const shown = ({ parts, labels }: LabelContent) => [parts, labels];

function write({ content, optionNames, gold }: WrittenCase) {
  const { parts, labels } = labelContentSchema.parse(content);
  return { labels, content: { parts }, ...(gold === null ? {} : { gold: optionNames[gold] }) };
}

export const labelFiles: Files = {
  content: labelContentSchema,
  standard: { column: "labels", define: defineSet },
  needsGold: false,
  line,
  csv: null,
  shown: ({ own }) => shown(own),
  versionParts: ({ own, gold }) => [JSON.stringify(["label", ...shown(own), gold])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    said: passageOf(own, "\n").toLowerCase(),
  }),
  asItStands: () => {
    throw new Error("a case to label is always taken apart");
  },
  write,
  opening: openingOf,
  predictions: labelPredictions,
};
