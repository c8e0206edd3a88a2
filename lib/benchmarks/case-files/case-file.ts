import { openCsv } from "#lib/files/csv/scanner.ts";
import type { CsvRow } from "#lib/files/csv/automaton.ts";
import type { Reading } from "#lib/files/text-file.ts";
import { openLines, lineLimit, type ScannedLine } from "#lib/files/line-scanner.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import {
  missingColumns,
  wholeFile,
  type WholeFileProblem,
  type FileProblemCode,
  formatProblem,
} from "#lib/files/file-problems.ts";
import type { CsvCase, CsvFormat, CaseInput, RowProblem } from "#lib/task-kinds/case-files.ts";
import { csvCases, csvKind, filesOf, unnamedKind } from "#lib/task-kinds/server-registry.ts";
import { findTranscriptFormat, type TranscriptFormat, idFrom } from "#lib/transcripts/formats.ts";
import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { type Attributes, type CategoryDeclaration, trackName } from "#lib/benchmarks/schema.ts";
import { type ReadFile, readPlacedJson, readScannedLine, toLineProblem } from "#lib/files/json-document.ts";
import { findInvalidByte, printableAround } from "#lib/files/printable.ts";
import { type Content, interviewFiles } from "#lib/interviews/schema.ts";
import { isAddressable } from "#lib/plain-values.ts";
import { type CaseKind, caseKinds } from "#lib/task-kinds/case-kinds.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { readCues } from "#lib/transcripts/cues.ts";
import {
  readSpeakerLines,
  type ReadTranscript,
  type TranscriptProblem,
} from "#lib/transcripts/speaker-lines.ts";
import { makeThought, thoughtsFile, type ThoughtRecord } from "#lib/transcripts/thoughts.ts";

type OpenedCaseFile =
  | { ok: true; rows: AsyncGenerator<readonly CaseRow[]> }
  | { ok: false; problem: WholeFileProblem };

const noTrack = (what: string, { name }: CaseFile): OpenedCaseFile => ({
  ok: false,
  problem: { line: null, column: null, problem: `${what} doesn’t name its track: choose one`, found: name },
});

/** A benchmark file, row by row. What is yielded may point into a buffer that the next batch overwrites. */
export async function openCaseFile(file: CaseFile, control: Reading = {}): Promise<OpenedCaseFile> {
  const transcript = await findTranscriptFormat(file.path, file.name);
  if (!transcript.ok) return { ok: false, problem: wholeFile(transcript) };
  if (transcript.value !== null) {
    if (file.track === null) return noTrack("a file of documents", file);
    return { ok: true, rows: readAtOnce(file, transcript.value, control) };
  }
  const sniffed = await sniffFile(file.path);
  if (!sniffed.ok) return { ok: false, problem: wholeFile(sniffed) };
  if (sniffed.value.format === "jsonl") return { ok: true, rows: readLines(file, control) };
  if (file.track === null) return noTrack("a CSV file", file);

  const csv = await openCsv(file.path, control);
  if (!csv.ok) return { ok: false, problem: wholeFile(csv) };
  const format = csvCases(csv.value.columns);
  if (format.missing.length > 0)
    return { ok: false, problem: missingColumns(format.missing, csv.value.columns) };
  return { ok: true, rows: readRows(csv.value.rows(format.wanted), format.read) };
}

async function* readAtOnce(
  file: CaseFile,
  format: TranscriptFormat,
  control: Reading,
): AsyncGenerator<readonly CaseRow[]> {
  yield await readDocuments(file, format, control);
}

async function* readRows(
  batches: AsyncGenerator<readonly CsvRow[]>,
  read: ReturnType<CsvFormat<CsvCase>>["read"],
): AsyncGenerator<readonly CaseRow[]> {
  for await (const batch of batches)
    yield batch.map((row) => {
      const { row: given, problems } = read(row);
      if (problems) return { line: row.line, good: null, problems };
      return {
        line: row.line,
        good: { ...given, ...ungrouped, line: row.line, kind: csvKind, track: null },
        problems: null,
      };
    });
}

async function* readLines(file: CaseFile, control: Reading): AsyncGenerator<readonly CaseRow[]> {
  for await (const batch of openLines(file.path, control))
    yield batch.map((line) => withTrack(readJsonCase(line), file));
}

function withTrack(row: CaseRow, file: CaseFile): CaseRow {
  if (!row.good) return row;
  const { track } = row.good;
  const toProblem = (problem: string, found: string): CaseRow => ({
    line: row.line,
    good: null,
    problems: [{ line: row.line, column: "track", problem, found }],
  });
  if (track === null && file.track === null)
    return toProblem("the case names no track, and none was chosen for the file", "");
  if (track !== null && file.track !== null && track !== file.track)
    return toProblem(
      `the file was assigned to track ${file.track}: choose the track its cases name, or none`,
      track,
    );
  return row;
}

const maxBytes = 100_000_000;
const tooLong =
  "The file is longer than 4,000,000 bytes. Part the recording, and give each part a file of its own.";
const tooLarge = "The file is larger than 100 MB. Part it into several.";

type Row = Pick<GoodRow, "line" | "id"> & Partial<Grouping> & { content: unknown; original: Buffer };

/** The cases of a file that holds documents: of a transcript the one that it is. */
async function readDocuments(
  file: CaseFile,
  format: TranscriptFormat,
  { signal, onBytes }: Reading,
): Promise<readonly CaseRow[]> {
  signal?.throwIfAborted();
  const { size } = await stat(file.path);
  const isOne = format !== "thoughts" && format !== "interview";
  if (size > (isOne ? lineLimit : maxBytes)) return [refuse(about(isOne ? tooLong : tooLarge))];
  const bytes = await readFile(file.path);
  onBytes?.(size);
  if (format === "thoughts")
    return readPlaced(readPlacedJson(file.name, bytes, thoughtsFile), makeThoughtRows);
  if (format === "interview")
    return readPlaced(readPlacedJson(file.name, bytes, interviewFiles.prepared_input), makeInterviewRows);
  const broken = findBroken(bytes);
  return [broken ? refuse(broken) : readTranscript(file.name, format, bytes)];
}

const about = (problem: string, found = ""): TranscriptProblem => ({ line: 1, column: null, problem, found });
const refuse = (...problems: TranscriptProblem[]): CaseRow => ({
  line: problems[0]?.line ?? 1,
  good: null,
  problems,
});

function findBroken(bytes: Buffer): TranscriptProblem | null {
  const toProblem = (code: FileProblemCode, at: number): TranscriptProblem => ({
    line: bytes.subarray(0, at).toString("latin1").split("\n").length,
    column: null,
    problem: formatProblem(code),
    found: printableAround(bytes, at),
  });
  if (!isUtf8(bytes)) return toProblem("not_utf8", findInvalidByte(bytes));
  const nul = bytes.indexOf(0);
  return nul < 0 ? null : toProblem("null_character", nul);
}

const readers: Record<
  Exclude<TranscriptFormat, "thoughts" | "interview">,
  (text: string) => ReadTranscript
> = {
  vtt: (text) => readCues(text, "vtt"),
  srt: (text) => readCues(text, "srt"),
  text: readSpeakerLines,
};

function readTranscript(name: string, format: keyof typeof readers, bytes: Buffer): CaseRow {
  const id = idFrom(name);
  if (id === "" || id.length > 200 || !isAddressable(id))
    return refuse(
      about(
        "The file’s name is what its case is known by: 1 to 200 characters, and not “.” or “..”. Rename it.",
        name,
      ),
    );
  const read = readers[format](bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (!read.ok) return refuse(...read.problems);
  const { title, turns } = read;
  return makeRow({ line: 1, id, content: { ...(title !== null && { title }), turns }, original: bytes });
}

/** What it makes keeps to the same rules as what comes in our own format. */
function makeRow({ line, id, content, original, ...grouping }: Row): CaseRow {
  const files = filesOf("document");
  const checked = files.content.safeParse(content);
  if (!checked.success)
    return refuse(...checked.error.issues.map((issue) => toLineProblem(issue, line, content)));
  const given = files.line.read({ content: checked.data }, original);
  const good = {
    ...given,
    ...ungrouped,
    ...grouping,
    line,
    id,
    kind: "document",
    track: null,
    source: null,
  } as const;
  return { line, good, problems: null };
}

function readPlaced<T>(
  read: ReadFile<T>,
  make: (value: T, lineOf: (path: readonly PropertyKey[]) => number) => Row[],
): CaseRow[] {
  if (!read.ok)
    return [
      refuse(...read.problems.map(({ file: _, line, ...problem }) => ({ ...problem, line: line ?? 1 }))),
    ];
  return make(read.file.value, read.file.lineOf).map(makeRow);
}

const asOriginal = (value: unknown) => Buffer.from(JSON.stringify(value));

const makeThoughtRows = (
  thoughts: readonly ThoughtRecord[],
  lineOf: (path: readonly PropertyKey[]) => number,
): Row[] =>
  thoughts.map((thought, at) => ({
    ...makeThought(thought),
    line: lineOf([at]),
    id: null,
    original: asOriginal(thought),
  }));

/** Of a person’s prepared interviews each is a case. */
function makeInterviewRows(
  { personality_id: person, interviews }: Content<"prepared_input">,
  lineOf: (path: readonly PropertyKey[]) => number,
): Row[] {
  return interviews.map((interview, at) => ({
    line: lineOf(["interviews", at]),
    id: `${person}-${interview.interview_id}`,
    group: person,
    original: asOriginal(interview),
    content: {
      title: `${person}, ${interview.interview_id}`,
      turns: interview.qa_pairs.flatMap(({ question, response }) => [
        { speaker: "Interviewer", text: question },
        { speaker: person, text: response },
      ]),
    },
  }));
}

/** A row of a file that can be stored. */
export type GoodRow = CaseInput &
  Grouping & {
    line: number;
    kind: CaseKind;
    /** The track the row itself names; CSV files don't. */
    track: string | null;
    /** The id the file gives. */
    id: string | null;
    source: string | null;
  };

type CaseRow =
  | { line: number; good: GoodRow; problems: null }
  | { line: number; good: null; problems: readonly RowProblem[] };

/** Where a case's file lies and what its admin says about it. */
export type CaseFile = {
  path: string;
  name: string;
  /** Null where the rows themselves say it (JSON Lines). */
  track: string | null;
  language: string | null;
  /** What the file’s maker says of its tracks, by name. */
  tracks?: ReadonlyMap<string, { language: string } & CategoryDeclaration>;
};

const groupingLimits = { group: 200, attributes: 20, name: 60, value: 200 } as const;

type Grouping = {
  /** What cases of one scenario or one person share; null where a case stands for itself. */
  group: string | null;
  attributes: Attributes | null;
};
const ungrouped: Grouping = { group: null, attributes: null };

const filled = (what: string, most: number) =>
  fileWords
    .trim()
    .min(1, `${what} can’t be empty. Leave it out if there is none.`)
    .max(most, `${what} can have at most ${most} characters.`);

const attributes = z
  .record(
    filled("An attribute’s name", groupingLimits.name),
    filled("An attribute", groupingLimits.value),
    "attributes must be an object with a text for each name.",
  )
  .refine(
    (all) => Object.keys(all).length <= groupingLimits.attributes,
    `A case can have at most ${groupingLimits.attributes} attributes.`,
  )
  // Nothing is the same as no attributes.
  .transform((all) => (Object.keys(all).length === 0 ? null : all));

/** Keys of a line, of whatever kind. */
const groupingKeys = {
  group: filled("A group", groupingLimits.group).nullish(),
  attributes: attributes.nullish(),
};

/** What of them tells one version of a case from another: without any, nothing, so that digests stay what they were. */
export function partsOfGrouping({ group, attributes: given }: Grouping): string[] {
  if (group === null && given === null) return [];
  const sorted = Object.entries(given ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [JSON.stringify([group, sorted])];
}

const named = new Intl.ListFormat("en").format(caseKinds.map((name) => `“${name}”`));

/** A case of a kind as the product's own format writes it. Keys it doesn't know (such as "note") are left alone. */
function lineOf(kind: CaseKind) {
  const { keys, check, alsoCalled } = filesOf(kind).line;
  const names = [kind, ...(alsoCalled ? [alsoCalled.kind] : [])];
  const own = z.literal(names, `This version imports cases of the kinds ${named}.`);
  return z
    .looseObject({
      id: fileWords
        .trim()
        .min(1, "An id can’t be empty.")
        .max(200, "An id can have at most 200 characters.")
        .refine(isAddressable, "An id can’t be “.” or “..”.")
        .optional(),
      track: trackName.optional(),
      kind: kind === unnamedKind ? own.default(kind) : own,
      source: fileWords.trim().max(500).nullish(),
      ...groupingKeys,
      ...keys,
    })
    .check(({ value, issues }) => {
      for (const { path, message } of check(value))
        issues.push({ code: "custom", message, path: [path], input: value });
    });
}

const lines = new Map(caseKinds.map((kind) => [kind, lineOf(kind)]));
export const caseLine = z.union([...lines.values()]);

function kindIn(line: unknown): CaseKind {
  const given = (typeof line === "object" && line !== null ? line : {}) as Record<string, unknown>;
  const said = given["kind"] ?? unnamedKind;
  const meant = caseKinds.find((name) => {
    const { alsoCalled } = filesOf(name).line;
    return alsoCalled?.kind === said && given[alsoCalled?.where ?? ""] === true;
  });
  return meant ?? caseKinds.find((name) => name === said) ?? unnamedKind;
}

export function readJsonCase(scanned: ScannedLine): CaseRow {
  const { line, bytes } = scanned;
  const read = readScannedLine(scanned, (value) => {
    const kind = kindIn(value);
    return lines.get(kind) ?? lineOf(kind);
  });
  if (!read.ok) return { line, good: null, problems: read.problems };
  const { id = null, track = null, source = null, group = null, attributes = null } = read.value;
  const kind = kindIn(read.value);
  const given = filesOf(kind).line.read(read.value, bytes);
  return { line, good: { ...given, line, kind, track, id, source, group, attributes }, problems: null };
}
