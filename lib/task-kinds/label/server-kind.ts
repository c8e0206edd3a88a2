import { z } from "zod";
import {
  storedLabels,
  type LabelSet,
  defineSet,
  labelNames,
  labelsInput,
  resolveLabels,
  type LabelsInput,
  errorOf,
} from "#lib/task-kinds/label-set.ts";
import { partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";
import type { CaseFiles, LineProblem, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import {
  joinCodes,
  listCodes,
  type CodesValue,
  type LabelValue,
  hasCode,
  codeFields,
  errorField,
} from "#lib/task-kinds/label/value.ts";
import { codesSpec, labelSpec, type LabelSpec } from "#lib/task-kinds/label/spec.ts";
import {
  keep,
  optionPredictions,
  refuse,
  type OptionsPrediction,
  optionColumns,
  simulatedOptions,
} from "#lib/task-kinds/options/server-kind.ts";
import {
  filesOfLines,
  readOwn,
  openingOf,
  passageOf,
  judgedBy,
  shownParts,
  textsOf,
} from "#lib/task-kinds/parts/files.ts";
import type { AppConfig } from "next-intl";
import { makeOptionKind, makeSeveralKind } from "#lib/task-kinds/server-kind.ts";
import { codes } from "#lib/task-kinds/label/kind.ts";
import { writeReading, type KindOwnData } from "#lib/task-kinds/own-data.ts";
import {
  questionOfParts,
  writeJudging,
  readOption,
  type SaidOption,
  type ModelQuestion,
} from "#lib/task-kinds/model-questions/question.ts";
import {
  columnOf,
  countPeople,
  fromOne,
  optionsAsJudge,
  orderFromOne,
  sureness,
  type Cell,
  type ExportedKind,
  type ModelFile,
} from "#lib/task-kinds/exports.ts";
import { locales } from "#lib/i18n/locale.ts";
import { draw, happens, normal, pick } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { codesForm } from "#lib/task-kinds/label/form.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

const labelledParts = partsContent(textPart, 1);

/** As the database holds it: a set, or a code book, that has a name here by that, a list as it is, another one whole. */
const labelContentSchema = labelledParts.extend({ labels: storedLabels });
export type LabelContent = z.infer<typeof labelContentSchema>;

/** A case as its participant gets it. */
export type ShownLabel = z.infer<typeof labelledParts> & { labels: LabelSet };

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
    shown: ({ own: { parts, labels } }) => [shownParts(parts), labels],
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

/** What each label may be called: by its name in files, and as people see it in either language. */
const namesOf = (given: LabelsInput) =>
  resolveLabels(given).labels.map(({ name, label }) => [
    name,
    ...locales.flatMap((language) => label?.[language] ?? []),
  ]);

const labelQuestion: ModelQuestion<LabelContent, SaidOption<"label">> = {
  ...questionOfParts,
  write({ content: { parts, labels: given }, language }) {
    const { question, labels: entries, notes } = resolveLabels(given);
    const form = (label: readonly string[]) => ({ label });
    return writeJudging({ kind: "label", parts, question, entries, notes, form, language });
  },
  ...readOption(
    "label",
    ({ content: { labels } }) => namesOf(labels),
    ({ optionNames }) => optionNames,
  ),
  instructions: "the labels’ own words and rules; one label asked for as JSON",
};

const ofLabels = columnOf(labelSpec.name);
const ofCodes = columnOf(codesSpec.name);
const standardColumn = ({ name, columns }: LabelSpec, about: string) => ({
  [columns.standard]: columnOf(name)(
    about,
    ({ noted }: { noted: unknown }) => resolveLabels(noted as LabelsInput).name,
  ),
});

const labelSet = standardColumn(labelSpec, "name of the label set, or its labels");
// Labels have one order for everybody.
const { option_order: _order, ...ofAnswers } = optionColumns.answers;
const { answer_length: _length, ...ofCases } = optionColumns.cases;

/** What kinds with options export, the options being labels; the set they come from, and of which type an error is. */
const labelColumns: ExportedKind<LabelValue>["columns"] = {
  answers: {
    ...labelSet,
    ...ofAnswers,
    error_type: ofLabels("type of the error, where one was said", (row) =>
      errorOf(row.noted as LabelsInput, row),
    ),
  },
  cases: { ...labelSet, ...ofCases },
  predictions: { ...labelSet, ...optionColumns.predictions },
  history: {
    ...optionColumns.history,
    error: ofLabels(
      "number of the type of error marked at that time, in the order of the label set",
      ({ error = null }) => fromOne(error),
      z.int().min(1).nullable().optional(),
    ),
  },
};

const codeBook = standardColumn(codesSpec, "name of the code book, or its codes");
/** `foundIn`: of a row, which codes were found. */
function codesIn<Row>(by: string, none: string, foundIn: (row: Row) => number | null | undefined) {
  const written =
    <Of extends Cell>(of: (found: number) => Of) =>
    (row: Row) => {
      const found = foundIn(row) ?? null;
      return found === null ? null : of(found);
    };
  return {
    codes: ofCodes(
      `numbers of the codes ${by}, in the order of the code book`,
      written((found) => orderFromOne(listCodes(found))),
      z.array(z.int().min(1)).nullable().optional(),
    ),
    no_code: ofCodes(
      `1 if none of the codes was said to fit, 0 if one was; empty ${none}`,
      written((found) => Number(found === 0)),
      z.literal([0, 1]).nullable().optional(),
    ),
  };
}

const codesColumns: ExportedKind<CodesValue>["columns"] = {
  answers: {
    ...codeBook,
    ...codesIn("that fit, by this participant", "without an answer", (row: CodesValue) => row.codes),
    confidence: sureness("confidence from 0 to 1"),
  },
  cases: { ...codeBook, "option*": optionColumns.cases["option*"] },
  predictions: {
    ...codeBook,
    ...codesIn("that fit, by the judge", "for a failed call", (row: { choice: number | null }) => row.choice),
  },
  history: {
    ...codesIn("marked at that time", "without an answer", (row: CodesValue) => row.codes),
    confidence: sureness("confidence at that time, from 0 to 1"),
  },
};

/** What people found as a judge's results: of each case the codes that more than half of them gave it. */
const peopleAsCoder: ModelFile = {
  ending: "jsonl",
  countCategories: (of) => 2 ** of,
  method: "codes of most",
  answer(counts, optionNames) {
    const people = countPeople(counts);
    const givenBy = (at: number) =>
      counts.reduce((sum, count, found) => sum + (hasCode(found, at) ? count : 0), 0);
    return { labels: optionNames.filter((_, at) => givenBy(at) * 2 > people) };
  },
};

type ToldLabel = {
  label: string | null;
  /** Whatever is kept, also beside a label that doesn't ask for it. */
  errorType: string | null;
};
/** Empty: none of them fits. Null: not answered. */
type ToldCodes = { codes: readonly string[] | null };
/** With those that only codes have. */
type Words = AppConfig["Messages"]["ownData"]["file"] &
  AppConfig["Messages"]["taskKinds"]["codes"]["ownData"]["file"];

const ofCase: Pick<KindOwnData<ShownLabel, never, ShownLabel>, "toOwnCase" | "writeCase"> = {
  toOwnCase: (shown) => shown,
  writeCase: ({ parts, labels }) =>
    writeReading(
      textsOf(parts),
      labels.labels.map(({ name }) => ({ name })),
    ),
};

const takenLabels: KindOwnData<ShownLabel, LabelValue, ShownLabel, ToldLabel> = {
  ...ofCase,
  toOwnAnswer: ({ choice, error = null, ...rest }, names, { labels }) => ({
    label: choice === null ? null : (names[choice] ?? null),
    errorType: labels.errors?.types[error ?? -1]?.name ?? null,
    ...rest,
  }),
  writeDecision: ({ label }, words) => label ?? words.nothing,
  writeBeside: ({ errorType }, words) => [[words.errorType, errorType ?? ""]],
};

const takenCodes: KindOwnData<ShownLabel, CodesValue, ShownLabel, ToldCodes> = {
  ...ofCase,
  toOwnAnswer: ({ codes, ...rest }, names) => ({
    codes: codes === null ? null : listCodes(codes).flatMap((at) => names[at] ?? []),
    ...rest,
  }),
  writeDecision({ codes }, words) {
    if (codes === null) return words.nothing;
    return codes.length === 0 ? (words as Words).noCode : codes.join("; ");
  },
};

/** How often who reads finds the label that a case has for everybody. */
const findsIt = { attentive: 0.85, hasty: 0.55, position_bias: 0.7, straight_lining: 0 } as const;

/** What everybody would say of it who makes no mistake: the same in one simulation, whoever labels. */
const trueLabelOf = (world: bigint, { name, optionNames }: SimulatedCase): number =>
  Math.floor(draw(world, "label", name) * optionNames.length);

/** Nobody need know what is right: then a label comes of the case, and of how carefully somebody reads it. */
const simulatedLabels: SimulatedKind<LabelValue> = {
  ...simulatedOptions,
  decide(person, on) {
    const { habit, seed, world } = person;
    if (on.right || habit === "straight_lining")
      return { ...simulatedOptions.decide(person, on), error: null };
    const options = on.optionNames.map((_, option) => option);
    const choice = happens(findsIt[habit], seed, "finds label", showingOf(on))
      ? trueLabelOf(world, on)
      : pick(options, seed, "slips to", showingOf(on));
    return { choice, probabilities: [], error: null };
  },
  fillIn: ({ error = null, ...value }) => ({
    ...simulatedOptions.fillIn(value),
    ...(error === null ? {} : { [errorField]: String(error) }),
  }),
};

/** How those who code differ, where a code of a case stands out by 1 more or less: figures have to find it again. */
export const coders = {
  /** How far a code has to stand out before somebody without a leaning finds it. */
  threshold: 0.6,
  /** Of those who code, of all codes alike: above 0 they find more of them. */
  leaning: 0.25,
  /** Of each code of each case by itself. */
  noise: { attentive: 0.3, hasty: 1, straight_lining: 0, position_bias: 0.5 } satisfies Record<Habit, number>,
  /** Of those who code, from the first case to the fiftieth. */
  drift: 0.2,
} as const;
const driftsOver = 50;

/** How far a code stands out in a case, for everybody. */
export const standsOut = ({ world }: Pick<SimulatedPerson, "world">, name: string, code: string): number =>
  normal(world, "code", name, code);

export const leaningOf = ({ seed }: Pick<SimulatedPerson, "seed">): number =>
  coders.leaning * normal(seed, "leaning");

const everyPlace = ({ optionNames }: SimulatedCase) => optionNames.map((_, at) => at);

function findCodes(person: SimulatedPerson, on: SimulatedCase): number {
  const { habit, seed } = person;
  const { name, optionNames, position = 1 } = on;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining")
    return joinCodes([Math.floor(draw(seed, "favourite") * optionNames.length)]);
  const shift = leaningOf(person) + (coders.drift * normal(seed, "drift") * position) / driftsOver;
  const felt = (code: string) =>
    standsOut(person, name, code) + shift + coders.noise[habit] * normal(seed, "noise", showingOf(on), code);
  return joinCodes(everyPlace(on).filter((at) => felt(optionNames[at] ?? "") > coders.threshold));
}

export const simulatedCodes: SimulatedKind<CodesValue> = {
  decide(person, on) {
    const { right, name } = on;
    const finds =
      right && happens(chanceToBeRight(person, name, right), person.seed, "finds it", showingOf(on));
    return { codes: finds ? right.option : findCodes(person, on) };
  },
  // One code, ticked or not.
  waver({ seed }, on, { codes }) {
    const at = pick(everyPlace(on), seed, "wavers on", showingOf(on));
    const [one, before] = [2 ** at, codes ?? 0];
    return { codes: listCodes(before).includes(at) ? before - one : before + one };
  },
  decision: (found) => ({ codes: found }),
  fillIn({ codes = null }): Record<string, string> {
    // What else stands there is unticked.
    const { [codeFields.deciding]: _, ...fields } = codesForm.pressedIn({ codes });
    return fields;
  },
};

/** What is read and labelled with is the same, whether one label fits or many. */
const judged = judgedBy(labelSpec.content.standard, resolveLabels);

export const labelServer = makeOptionKind<LabelContent, LabelValue, LabelContent>(labelSpec, {
  ...labelFiles,
  ...judged,
  columns: labelColumns,
  peopleAsModel: optionsAsJudge,
  modelQuestion: labelQuestion,
  simulate: simulatedLabels,
  takeAlong: takenLabels,
});

export const codesServer = makeSeveralKind<LabelContent, CodesValue, LabelContent>(codesSpec, codes, {
  ...codesFiles,
  ...judged,
  category: (value) => value.codes,
  columns: codesColumns,
  peopleAsModel: peopleAsCoder,
  modelQuestion: null,
  simulate: simulatedCodes,
  takeAlong: takenCodes,
});
