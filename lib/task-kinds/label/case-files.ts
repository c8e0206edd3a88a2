import { z } from "zod";
import type { CaseFiles, LineProblem, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { joinCodes, listCodes } from "#lib/task-kinds/label/value.ts";
import { labelContentSchema, labelledParts, type LabelContent } from "#lib/task-kinds/label/schema.ts";
import { codesSpec, labelSpec, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import {
  defineSet,
  labelNames,
  labelsInput,
  resolveLabels,
  type LabelsInput,
} from "#lib/task-kinds/label-set.ts";
import {
  keep,
  optionPredictions,
  refuse,
  type OptionsPrediction,
} from "#lib/task-kinds/options/predictions.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";

const ofOne = {
  label: z.string("This must be text.").nullish(),
  probabilities: optionPredictions.keys["probabilities"] as z.ZodType<OptionsPrediction["probabilities"]>,
};
type GivenLabel = { label?: string | null } & Pick<OptionsPrediction, "probabilities" | "repaired">;

/** What a judge gave: one of the labels, or how probable each is. */
export const labelPredictions: PredictionFiles<GivenLabel> = {
  ...optionPredictions,
  keys: ofOne,
  words: ["a label", "probabilities"],
  hold({ label = null, probabilities = null, repaired = false }, failed, subject) {
    const held = optionPredictions.hold({ choice: label, probabilities, repaired }, failed, subject);
    if (held.ok || held.column !== "choice") return held;
    return { ...held, column: "label", problem: `not one of the labels: ${subject.optionNames.join(", ")}` };
  },
  write: ({ probabilities, choice }, optionNames) =>
    probabilities.length > 0 ? { probabilities } : { label: optionNames[choice ?? -1] },
};

const ofMany = {
  labels: z
    .array(fileWords, "labels is a list of the codes that were found; an empty one if none fits.")
    .nullish(),
};

/** What a judge found: all codes that fit, in one list. Nothing of it is right or wrong as a whole. */
export const codesPredictions: PredictionFiles<{ labels?: readonly string[] | null }> = {
  keys: ofMany,
  words: ["labels"],
  hold({ labels }, failed, { optionNames }) {
    if (failed) return keep({ failed, choice: null });
    if (labels == null)
      return refuse("labels", "a judge of this case gives the codes it found as a list, in labels", null);
    const unknown = labels.find((name) => !optionNames.includes(name));
    if (unknown !== undefined)
      return refuse("labels", `not one of the codes: ${optionNames.join(", ")}`, unknown);
    const twice = labels.find((name, at) => labels.indexOf(name) !== at);
    if (twice !== undefined) return refuse("labels", "the same code twice", twice);
    return keep({ failed, choice: joinCodes(labels.map((name) => optionNames.indexOf(name))) });
  },
  write: ({ choice }, optionNames) => ({ labels: listCodes(choice ?? 0).map((at) => optionNames[at]) }),
};

type Files = CaseFiles<LabelContent, LabelContent>;
type Line = { labels: LabelsInput; content: Pick<LabelContent, "parts">; gold?: string | string[] | null };

/** How files of cases with one label differ from those of cases with many. */
type LabelFileSpec = {
  keys: { many: z.ZodType; gold: z.ZodType };
  alsoCalled?: Files["line"]["alsoCalled"];
  tooMany: Omit<LineProblem, "path">;
  refuseGold(gold: string, names: readonly string[]): string;
  /** Of the places of the right labels. */
  joinGold(places: readonly number[]): number;
  /** How a line begins, and what it says is right. */
  head: Readonly<Record<string, unknown>>;
  writeGold(gold: number, names: readonly string[]): unknown;
  predictions: PredictionFiles;
};

const makeFiles = (
  { name, answer, mostOptions, content: { standard } }: LabelSpec,
  of: LabelFileSpec,
): Files => ({
  ...filesOfLines<LabelContent>(name, {
    content: labelContentSchema,
    shown: ({ own: { parts, labels } }) => [parts, labels],
    version: ({ own: { parts, labels }, gold }) => [parts, labels, gold],
    said: (own) => passageOf(own, "\n"),
  }),
  standard: { column: standard, define: defineSet },
  line: {
    keys: { labels: labelsInput, many: of.keys.many, content: labelledParts, gold: of.keys.gold },
    ...(of.alsoCalled && { alsoCalled: of.alsoCalled }),
    check(read) {
      const { labels, gold } = read as Line;
      const names = labelNames(labels);
      const unknown = [gold ?? []].flat().find((name) => !names.includes(name));
      const canAskErrors = "beside" in answer;
      const problems: (LineProblem | false)[] = [
        names.length > mostOptions && { path: "labels", ...of.tooMany },
        !canAskErrors &&
          resolveLabels(labels).errors !== undefined && {
            path: "labels",
            message: "Only a case with one label can ask for types of errors.",
            params: { problem: "asks_errors" },
          },
        unknown !== undefined && { path: "gold", message: of.refuseGold(unknown, names) },
      ];
      return problems.filter((one) => one !== false);
    },
    read(read, bytes) {
      const { labels, content, gold } = read as Line;
      const optionNames = labelNames(labels);
      const places = gold == null ? null : [gold].flat().map((name) => optionNames.indexOf(name));
      const own = { parts: content.parts, labels };
      return readOwn(bytes, { optionNames, gold: places && of.joinGold(places), own });
    },
  },
  write({ content, optionNames, gold }) {
    const { parts, labels } = labelContentSchema.parse(content);
    const right = gold === null ? {} : { gold: of.writeGold(gold, optionNames) };
    return { ...of.head, labels, content: { parts }, ...right };
  },
  opening: openingOf,
  predictions: of.predictions,
});

export const labelFiles = makeFiles(labelSpec, {
  keys: {
    many: z.literal(false, "many is true where several labels can fit. Else leave it out.").optional(),
    gold: fileWords.nullish(),
  },
  tooMany: { message: `Of more than ${labelSpec.mostOptions} labels nobody chooses one by a key.` },
  refuseGold: (_gold, names) =>
    `The right label must be one of ${names.join(", ")}. Leave gold out if it is unknown.`,
  joinGold: ([place = -1]) => place,
  head: {},
  writeGold: (gold, names) => names[gold],
  predictions: labelPredictions,
});

export const codesFiles = makeFiles(codesSpec, {
  keys: {
    many: z
      .literal(true, "Cases of the kind codes take many labels: leave many out, or give true.")
      .optional(),
    gold: z.array(fileWords, "gold is a list of the right codes; an empty one if none fits.").nullish(),
  },
  alsoCalled: { kind: "label", where: "many" },
  tooMany: {
    message: `A code book can have at most ${codesSpec.mostOptions} codes.`,
    params: { problem: "many", most: codesSpec.mostOptions },
  },
  refuseGold: (gold, names) =>
    `“${gold}” is not one of the codes: ${names.join(", ")}. Leave gold out if it is unknown.`,
  joinGold: joinCodes,
  // As it is written, so that a label and several of them look alike.
  head: { kind: "label", many: true },
  writeGold: (gold, names) => listCodes(gold).map((at) => names[at]),
  predictions: codesPredictions,
});
