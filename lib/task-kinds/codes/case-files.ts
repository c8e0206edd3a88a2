import { z } from "zod";
import type { CaseFiles, WrittenCase } from "#lib/task-kinds/case-files.ts";
import { joinCodes, listCodes, mostCodes } from "#lib/task-kinds/codes/form.ts";
import { codesPredictions } from "#lib/task-kinds/codes/predictions.ts";
import { codedParts, codesContentSchema, type CodesContent } from "#lib/task-kinds/codes/schema.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { defineSet, labelNames, labelsInput, resolveLabels } from "#lib/task-kinds/label-set.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";

const keys = {
  labels: labelsInput,
  many: z.literal(true, "Cases of the kind codes take many labels: leave many out, or give true.").optional(),
  content: codedParts,
  gold: z.array(fileWords, "gold is a list of the right codes; an empty one if none fits.").nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<CodesContent, CodesContent>;

const line: Files["line"] = {
  keys,
  alsoCalled: { kind: "label", where: "many" },
  check: (read) => {
    const { labels, gold } = read as Line;
    const names = labelNames(labels);
    const unknown = gold?.find((name) => !names.includes(name));
    return [
      ...(names.length > mostCodes
        ? [
            {
              path: "labels",
              message: `A code book can have at most ${mostCodes} codes.`,
              params: { problem: "many", most: mostCodes },
            },
          ]
        : []),
      ...(resolveLabels(labels).errors
        ? [
            {
              path: "labels",
              message: "Only a case with one label can ask for types of errors.",
              params: { problem: "asks_errors" },
            },
          ]
        : []),
      ...(unknown === undefined
        ? []
        : [
            {
              path: "gold",
              message: `“${unknown}” is not one of the codes: ${names.join(", ")}. Leave gold out if it is unknown.`,
            },
          ]),
    ];
  },
  read: (read, bytes) => {
    const { labels, content, gold } = read as Line;
    const optionNames = labelNames(labels);
    return {
      optionNames,
      gold: gold == null ? null : joinCodes(gold.map((name) => optionNames.indexOf(name))),
      prompt: null,
      original: Buffer.from(bytes),
      own: { parts: content.parts, labels },
    };
  },
};

const shown = ({ parts, labels }: CodesContent) => [parts, labels];

/** As it is written, so that a label and several of them look alike. */
function write({ content, optionNames, gold }: WrittenCase) {
  const { parts, labels } = codesContentSchema.parse(content);
  return {
    kind: "label",
    many: true,
    labels,
    content: { parts },
    ...(gold === null ? {} : { gold: listCodes(gold).map((at) => optionNames[at]) }),
  };
}

export const codesFiles: Files = {
  content: codesContentSchema,
  standard: { column: "labels", define: defineSet },
  needsGold: false,
  line,
  csv: null,
  shown: ({ own }) => shown(own),
  versionParts: ({ own, gold }) => [JSON.stringify(["codes", ...shown(own), gold])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    said: passageOf(own, "\n").toLowerCase(),
  }),
  asItStands: () => {
    throw new Error("a case to code is always taken apart");
  },
  write,
  opening: openingOf,
  predictions: codesPredictions,
};
