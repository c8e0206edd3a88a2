import { readJsonCase } from "#lib/benchmarks/case-files/jsonl-cases.ts";
import { ungrouped } from "#lib/benchmarks/case-files/grouping.ts";
import { readDocuments } from "#lib/benchmarks/case-files/document-rows.ts";
import type { CaseFile, CaseRow } from "#lib/benchmarks/case-files/case-row.ts";
import { openCsv, type CsvRow } from "#lib/files/csv/scanner.ts";
import type { Reading } from "#lib/files/file-window.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { missingColumns, wholeFile, type WholeFileProblem } from "#lib/files/whole-file.ts";
import type { CsvCase, CsvFormat } from "#lib/task-kinds/case-files.ts";
import { csvCases, csvKind } from "#lib/task-kinds/server-registry.ts";
import { findTranscriptFormat } from "#lib/transcripts/find-format.ts";
import type { TranscriptFormat } from "#lib/transcripts/formats.ts";

type Opened =
  | { ok: true; rows: AsyncGenerator<readonly CaseRow[]> }
  | { ok: false; problem: WholeFileProblem };

const noTrack = (what: string, { name }: CaseFile): Opened => ({
  ok: false,
  problem: { line: null, column: null, problem: `${what} doesn’t name its track: choose one`, found: name },
});

/** A benchmark file, row by row. What is yielded may point into a buffer that the next batch overwrites. */
export async function openCaseFile(file: CaseFile, control: Reading = {}): Promise<Opened> {
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
  const say = (problem: string, found: string): CaseRow => ({
    line: row.line,
    good: null,
    problems: [{ line: row.line, column: "track", problem, found }],
  });
  if (track === null && file.track === null)
    return say("the case names no track, and none was chosen for the file", "");
  if (track !== null && file.track !== null && track !== file.track)
    return say(
      `the file was assigned to track ${file.track}: choose the track its cases name, or none`,
      track,
    );
  return row;
}
