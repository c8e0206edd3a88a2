import { missingColumns, wholeFile, type WholeFileProblem } from "#lib/files/whole-file.ts";
import { openCsv, type CsvRow } from "#lib/files/csv/scanner.ts";
import type { Reading } from "#lib/files/file-window.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { readJsonResult } from "#lib/model-runs/jsonl-results.ts";
import { readLogRows } from "#lib/model-runs/logs/log-rows.ts";
import { logFormatOf, openLog, type LogFormat } from "#lib/model-logs/open-log.ts";
import type { TrackIndexes } from "#lib/model-runs/case-index.ts";
import type { ReadRow, ResultFile } from "#lib/model-runs/result-row.ts";
import type { CsvFormat, CsvResult } from "#lib/task-kinds/case-files.ts";
import { csvResults } from "#lib/task-kinds/server-registry.ts";

type Opened =
  | { ok: true; rows: AsyncGenerator<readonly ReadRow[]>; isArchive?: boolean; isLog?: boolean }
  | { ok: false; problem: WholeFileProblem };

/** A file of results, row by row. What is yielded may point into a buffer that the next batch overwrites. */
export async function openResultFile(
  file: ResultFile,
  indexes: TrackIndexes,
  control: Reading,
): Promise<Opened> {
  const format = await logFormatOf(file.path);
  if (format) return openLogFile(format, file, indexes, control);
  const sniffed = await sniffFile(file.path);
  if (!sniffed.ok) return { ok: false, problem: wholeFile(sniffed) };
  if (sniffed.value.format === "jsonl") return { ok: true, rows: readLines(file.path, control) };
  if (file.track === null || file.model === null) {
    const lacking = file.track === null ? "track" : "model";
    const problem = `a CSV file doesn’t name its ${lacking}: choose one`;
    return { ok: false, problem: { line: null, column: null, problem, found: file.name } };
  }
  const csv = await openCsv(file.path, control);
  if (!csv.ok) return { ok: false, problem: wholeFile(csv) };
  const { missing, wanted, read } = csvResults(csv.value.columns);
  if (missing.length > 0) return { ok: false, problem: missingColumns(missing, csv.value.columns) };
  return { ok: true, rows: readRows(csv.value.rows(wanted), read) };
}

/** The log of another tool. Its answers lie in an archive, or stand on lines. */
async function openLogFile(
  format: LogFormat,
  file: ResultFile,
  indexes: TrackIndexes,
  control: Reading,
): Promise<Opened> {
  const opened = await openLog(format, file.path, file.filter ?? null, control);
  if (!opened.ok) return { ok: false, problem: { line: null, column: null, ...opened.fault } };
  if (opened.log.head.model === null && file.model === null)
    return {
      ok: false,
      problem: {
        line: null,
        column: "model",
        found: "",
        problem: "The log doesn’t say which model answered. Name the model.",
      },
    };
  const { epochs = 1 } = opened.log.head;
  if (file.replicate && epochs > 1 && (file.epochs ?? "runs") === "runs")
    return {
      ok: false,
      problem: {
        line: null,
        column: "replicate",
        found: String(file.replicate),
        problem: `The log’s ${epochs} epochs become a run each, and each is a replicate by its own number. Name no replicate, or combine the epochs.`,
      },
    };
  const rows = readLogRows(opened.log, await indexes.listOf(file.track), file);
  return { ok: true, rows, isArchive: format !== "lm_eval", isLog: true };
}

async function* readRows(
  batches: AsyncGenerator<readonly CsvRow[]>,
  read: ReturnType<CsvFormat<CsvResult>>["read"],
): AsyncGenerator<readonly ReadRow[]> {
  for await (const batch of batches) yield batch.map((row) => placeResult(row, read(row)));
}

function placeResult(
  row: CsvRow,
  { row: result, problems }: ReturnType<ReturnType<CsvFormat<CsvResult>>["read"]>,
): ReadRow {
  if (problems) return { row: null, problems };
  const { prompt, gold, options, ...given } = result;
  const { line } = row;
  const reference = { prompt, gold, options };
  return {
    row: {
      ...given,
      line,
      model: null,
      method: null,
      version: null,
      replicate: null,
      reference,
      lineOf: (column) => row.lineOf(column),
    },
    problems: null,
  };
}

async function* readLines(path: string, control: Reading) {
  for await (const batch of openLines(path, control)) yield batch.map(readJsonResult);
}

/** Where not a row of it became anything, though none is wrong. */
export function sayNothing({ track }: ResultFile, rows: number, isLog: boolean): string {
  const whose = `this benchmark${track ? `’s track ${track}` : ""}`;
  if (rows === 0)
    return isLog
      ? "the log has no samples: import that of a run that answered some"
      : "the file has a header, but no results";
  return isLog
    ? `none of its ${rows} samples belongs to ${whose}: no field of theirs names one of its cases, and no prompt is one of its prompts. Import the log into the benchmark that the run was made on`
    : `none of its ${rows} rows belongs to ${whose}: prompts must match exactly`;
}
