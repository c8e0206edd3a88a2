import "server-only";
import type { z } from "zod";
import { choiceServer } from "#lib/task-kinds/choice/server-kind.ts";
import type { CsvCase, CsvFormat, CsvResult, ReadFiles } from "#lib/task-kinds/case-files.ts";
import { documentFiles } from "#lib/task-kinds/document/case-files.ts";
import type { ShownPart } from "#lib/task-kinds/kind.ts";
import type { ServerKind } from "#lib/task-kinds/server-kind.ts";
import { caseKinds, isAsked, type CaseKind, type ReadKind } from "#lib/task-kinds/case-kinds.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import type { ModelQuestion } from "#lib/task-kinds/model-questions/question.ts";
import { pairServer } from "#lib/task-kinds/pair/server-kind.ts";
import { codesServer, labelServer } from "#lib/task-kinds/label/server-kind.ts";
import { ratingServer } from "#lib/task-kinds/rating/server-kind.ts";
import { textsServer } from "#lib/task-kinds/texts/server-kind.ts";
import { traitsServer } from "#lib/task-kinds/traits/server-kind.ts";

export { judgedPath, lengthOfJudged } from "#lib/task-kinds/parts/files.ts";
export { readOnce } from "#lib/task-kinds/model-questions/question.ts";

const kinds: Record<KindName, ServerKind> = {
  choice: choiceServer,
  texts: textsServer,
  rating: ratingServer,
  pair: pairServer,
  traits: traitsServer,
  label: labelServer,
  codes: codesServer,
};

const onlyRead: Record<ReadKind, ReadFiles> = { document: documentFiles };

export const serverKindOf = (name: KindName): ServerKind => kinds[name];

/** What files and lists know of any case. */
export const filesOf = (name: CaseKind): ReadFiles => (isAsked(name) ? kinds[name] : onlyRead[name]);

/** What a line of JSON is that names no kind. */
export const unnamedKind: KindName = "choice";

/** The kind of the published CSV files, and how they are read. */
export const csvKind: KindName = "choice";
export const csvCases = requireCsv<CsvCase>(kinds[csvKind].csv);
export const csvResults = requireCsv<CsvResult>(kinds[csvKind].predictions.csv);

function requireCsv<Row>(format: CsvFormat<Row> | null | undefined): CsvFormat<Row> {
  if (!format) throw new Error(`the kind ${csvKind} reads no CSV`);
  return format;
}

/** Kinds whose cases can be in a study though nobody knows what is right. */
export const kindsWithoutGold = kindNames.filter((name) => !kinds[name].needsGold);

/** Kinds whose answers are right or wrong, where it is known what is right. */
export const kindsWithRight = kindNames.filter((name) => kinds[name].hasRight);

/** Those of them whose cases each ask a question of their own. */
export const kindsWithQuestions = kindsWithRight.filter((name) => kinds[name].ordersOptions);

/** Kinds whose cases are rated on a scale. */
export const kindsOnScales = kindNames.filter((name) => kinds[name].estimates === "mean");

/** How a model is asked about cases of a kind. */
export function requireModelQuestion(name: KindName): ModelQuestion {
  const { modelQuestion } = kinds[name];
  if (!modelQuestion) throw new Error(`no model is asked about the kind ${name}`);
  return modelQuestion;
}

/** Kinds that models are asked about, and those of them that are asked by a prompt of the case's own. */
export const kindsForModels = kindNames.filter((name) => kinds[name].modelQuestion !== null);
export const kindsWithPrompt = kindNames.filter((name) => kinds[name].modelQuestion?.needsPrompt);
const kindsTogether = kindNames.filter((name) => kinds[name].modelQuestion?.together !== undefined);
/** Whether all cases of a group can be asked about in one call. */
export const isAskedTogether = (kind: CaseKind): boolean => kindsTogether.some((name) => name === kind);
export const isAskedByPrompt = (kind: CaseKind): boolean => kindsWithPrompt.some((name) => name === kind);

/** What templates may show of the cases that are asked by a prompt. */
export const promptFields = [
  ...new Set(kindsWithPrompt.flatMap((name) => kinds[name].modelQuestion?.fields?.names ?? [])),
];

/** By kind, a key of a case's content: JSON, for SQL that knows no kinds. */
const keysBy = (keyOf: (kind: ServerKind) => string | null | undefined): string =>
  JSON.stringify(
    Object.fromEntries(
      kindNames.flatMap((name) => (keyOf(kinds[name]) == null ? [] : [[name, keyOf(kinds[name])]])),
    ),
  );

/** The key that figures and exports read of every case, the one that says what a case is judged by, and that of what is to be known before one can choose, and that of what is asked. */
export const notedKeys = keysBy(({ noted }) => noted);
export const standardKeys = keysBy(({ standard }) => standard?.column);
export const contextKeys = keysBy(({ context }) => context);
export const questionKeys = keysBy(({ question }) => question);

/** The keys of a line of results that hold an answer, of whatever kind: the line itself doesn't name one. */
export const predictionKeys = Object.assign(
  {},
  ...kindNames.map((name) => kinds[name].predictions.keys),
) as z.ZodRawShape;
export const predictionWords = [...new Set(kindNames.flatMap((name) => kinds[name].predictions.words))];

type StoredContent = { content: unknown; original: string; optionNames: readonly string[] };

/** What is drawn of a case for those who may see all of it. */
export function readContent(kind: CaseKind, { content, original, optionNames }: StoredContent): unknown {
  const files = filesOf(kind);
  return content === null ? files.asItStands(original, optionNames) : files.content.parse(content);
}

/** A case as somebody gets it who reads it, in the order of the file: nothing of what is right, or of what only staff know. */
export function showCase(kind: CaseKind, stored: StoredContent): ShownPart<unknown> {
  const content = readContent(kind, stored);
  const { optionNames } = stored;
  return isAsked(kind)
    ? kinds[kind].arrange(content, optionNames, [...optionNames.keys()])
    : { content, names: optionNames };
}

/** Kinds of which a list reads the beginning alone. */
export const longKinds = caseKinds.filter((kind) => filesOf(kind).isLong);

/** How a case begins, for lists. */
export function openingOf(
  kind: CaseKind,
  { content, original }: { content: unknown; original: string },
  length: number,
): string {
  const files = filesOf(kind);
  const opening = (content === null ? null : files.opening(files.content.parse(content))) ?? original;
  return Array.from(opening.slice(0, 2 * length))
    .slice(0, length)
    .join("");
}

/** Of any case, whether it can be asked or is only read, as the database names it. */
export function caseKindOf(name: string): CaseKind {
  const known = caseKinds.find((one) => one === name);
  if (!known) throw new Error(`no kind of case is called ${name}`);
  return known;
}
