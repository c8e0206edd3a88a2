import type { CellType } from "#lib/study-exports/columns.ts";
import type { ExportRow } from "#lib/study-exports/schema.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { filesOf } from "#lib/task-kinds/server-registry.ts";

/** A column of a typed file, in the words of its description. */
export type FolderColumn = { name: string; type: CellType; about: string };

/** Of every case, of whatever kind, before what its kind says. */
const common = {
  id: "name of the case, unique within its track",
  track: "part of the benchmark that the case is in",
  language: "what the track is written in, as a BCP 47 tag",
  sha256:
    "digest of what is asked and of the right answer: another wording or another right answer has another",
  kind: "kind of case: how it is asked and answered",
  source: "work that the case comes from, if known",
  group: "what cases of one scenario or one person share, if anything",
  attributes: "what is known of the case and no participant is told: an object of texts by name",
} as const;

const own: Readonly<Record<string, string>> = {
  prompt: "the prompt as models got it",
  content: "what is read before the question",
  question: "what is asked",
  options: "candidate answers, in the order of the file",
  gold: "right answer; empty where it is not known",
  scale: "scale that is rated on",
  labels: "labels to choose from",
  many: "true where several labels can fit",
  draw: "which answers the judgement is drawn over",
  drawn: "answers that were drawn",
};

/** What the lines of these kinds can hold. In a typed file a text stands as it is, everything else as JSON. */
export function listCaseColumns(kinds: readonly CaseKind[]): FolderColumn[] {
  const names = kinds.flatMap((kind) => {
    const { keys, told = [] } = filesOf(kind).line;
    return [...Object.keys(keys), ...told];
  });
  const described = { ...common, ...Object.fromEntries(names.map((name) => [name, own[name] ?? name])) };
  return Object.entries(described).map(([name, about]) => ({ name, type: "text", about }));
}

/** A line of a case as a row of a typed file. */
export function rowOfCase(
  line: Readonly<Record<string, unknown>>,
  columns: readonly FolderColumn[],
): ExportRow {
  const row = Object.fromEntries(columns.map(({ name }) => [name, cellOf(line[name])]));
  const lost = Object.keys(line).find((key) => !(key in row));
  if (lost !== undefined) throw new Error(`no column of a folder holds the key ${lost} of a case`);
  return row;
}

const cellOf = (value: unknown): Cell =>
  value === undefined || value === null ? null : typeof value === "string" ? value : JSON.stringify(value);

/** Of the columns of answers that a study's own export has, those that travel beside what the kind of case has of its own. */
export const answerColumns = {
  first: {
    study: "study that the answer was given in",
    participant: "number of the participant, drawn for this study alone: it says nothing of who they are",
    position: "place of the case in the participant’s sitting, counted from 1",
    case: "name of the case, unique within its track",
    track: "part of the benchmark that the case is in",
    case_sha256: "digest of the case as it was shown: the one that the case has among the cases",
    stratum:
      "why the case was in the study: selected by its rule; unsure, of those the selecting run was unsure of; or a control",
  },
  last: [
    "arm",
    "confidence",
    "knows_work",
    "cannot_read",
    "active_ms",
    "first_answer_ms",
    "changes",
    "simulated",
  ],
} as const;
