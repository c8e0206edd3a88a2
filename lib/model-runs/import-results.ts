import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type BulkClient, reserveIds } from "#lib/bulk/copy.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import {
  readJsonResult,
  type ReadRow,
  type ResultFile,
  type ResultReport,
  type ResultRow,
  type RunReport,
} from "#lib/model-runs/result-row.ts";
import {
  type ImportProblem,
  missingColumns,
  Problems,
  wholeFile,
  type WholeFileProblem,
} from "#lib/files/file-problems.ts";
import { nameBeside, readLogRows } from "#lib/model-runs/log-rows.ts";
import { RunTrack, TrackIndexes } from "#lib/model-runs/run-track.ts";
import { makersNamed } from "#lib/model-runs/schema.ts";
import type { RunMakers, RunName } from "#lib/studies/schema.ts";
import {
  clearRunTrack,
  findRun,
  storeFindings,
  storeModelRun,
  markMakers,
  readDigest,
  readReplicate,
} from "#lib/model-runs/stored-runs.ts";
import type { RowProblem, CsvFormat, CsvResult } from "#lib/task-kinds/case-files.ts";
import type { CsvRow } from "#lib/files/csv/automaton.ts";
import { openCsv } from "#lib/files/csv/scanner.ts";
import type { Reading } from "#lib/files/text-file.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { logFormatOf, openLog, type LogFormat } from "#lib/model-logs/open-log.ts";
import { csvResults } from "#lib/task-kinds/server-registry.ts";

export type ResultImport = {
  benchmark: { id: number; slug: string };
  files: readonly ResultFile[];
  mode: "check" | "store";
  skipBad: boolean;
  isDemo?: boolean;
};

export type ResultOutcome = {
  report: Omit<ResultReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/**
 * Reads every file once, holding each row against its case, and writes as it reads; whether that is kept is
 * known at the end. Runs inside a transaction.
 */
export async function importResults(
  client: BulkClient,
  viewer: Viewer<"admin">,
  request: ResultImport,
  control: ImportControl,
): Promise<ResultOutcome> {
  const { benchmark, mode, skipBad } = request;
  const files = await nameBeside(request.files);
  const problems = new Problems();
  const progress = new ImportProgress(files, 1, control);
  const gathered = new Gathered(client, request);
  const mayWrite = () => mode === "store" && (problems.count === 0 || skipBad);

  for (const file of files) {
    let [isArchive, isLog] = [false, false];
    // What lies in an archive stands on no line of it.
    const report = (problem: Omit<ImportProblem, "file">) =>
      problems.add({ file: file.name, ...problem, ...(isArchive && { line: null }) });
    const unknown = file.track === null ? null : await gathered.refuseTrack(file.track);
    if (unknown) {
      report({ ...about(unknown), column: "track", found: file.track ?? "" });
      continue;
    }
    const opened = await openResultFile(file, gathered.indexes, progress.nextFile(file.path));
    if (!opened.ok) {
      report(opened.problem);
      continue;
    }
    isArchive = opened.isArchive ?? false;
    isLog = opened.isLog ?? false;
    const [before, problemsBefore] = [gathered.countMatched(), problems.count];
    let rows = 0;
    for await (const batch of opened.rows) {
      for (const read of batch) {
        const refused = read.row ? await gathered.take(file, read.row, mayWrite()) : read.problems;
        for (const problem of refused) report(problem);
      }
      await gathered.flush(mayWrite());
      progress.rows(batch.length);
      rows += batch.length;
    }
    const isNothing = gathered.countMatched() === before && problems.count === problemsBefore;
    if (rows === 0 || isNothing) report(about(explainNothing(file, rows, isLog)));
  }
  const stored = mayWrite() && gathered.isAnything;
  const runs = await gathered.finish(stored);
  if (stored && runs.some(({ outcome }) => outcome !== "unchanged")) {
    const details = { files: files.map(({ name }) => name), runs, problems: problems.count };
    await recordBulkEvent(
      client,
      viewer,
      "results.imported",
      { type: "benchmark", id: String(benchmark.id) },
      details,
    );
  }
  return {
    report: { benchmark: benchmark.slug, runs, problemCount: problems.count, stored },
    problems: problems.all,
  };
}

const about = (problem: string) => ({ line: null, column: null, problem, found: "" });

type Request = { benchmark: { id: number }; isDemo?: boolean };

type RunImport = {
  run: RunName;
  ranAt: string | null;
  replicate: number | null;
  runId: number | null;
  /** What is stored of it. */
  before: Buffer | null;
  replicateBefore: number | null;
  results: RunTrack;
  /** What one of its rows at least says. */
  makers: RunMakers;
  hasBegun: boolean;
};

/** What the rows of all files say, run by run and track by track. */
class Gathered {
  readonly #client: BulkClient;
  readonly #request: Request;
  readonly indexes: TrackIndexes;
  readonly #all = new Map<string, RunImport>();
  readonly #runIds = new Map<string, number | null>();
  readonly #replicates = new Map<string, number | null>();

  constructor(client: BulkClient, request: Request) {
    this.#client = client;
    this.#request = request;
    this.indexes = new TrackIndexes(client, request.benchmark.id);
  }

  get isAnything(): boolean {
    return this.countMatched() > 0;
  }

  countMatched(): number {
    return [...this.#all.values()].reduce((sum, { results }) => sum + results.found.matched, 0);
  }

  async take(file: ResultFile, row: ResultRow, mayWrite: boolean): Promise<readonly RowProblem[]> {
    const track = await this.#trackOf(file, row);
    if (typeof track !== "string") return [track];
    const run = {
      model: row.model ?? file.model ?? "",
      method: row.method ?? file.method,
      version: row.version ?? file.version,
    };
    const replicate = row.replicate ?? file.replicate ?? null;
    const contradicted = this.#holdReplicate(row, run, replicate);
    if (contradicted) return [contradicted];
    const name = JSON.stringify([run, track]);
    const { ranAt } = file;
    const gathering =
      this.#all.get(name) ?? (await this.#open(name, { run, ranAt, replicate }, track, mayWrite));
    if (!gathering) return [await this.#unknownTrack(row, track)];
    gathering.makers.isFake ||= row.isFake;
    gathering.makers.isPeople ||= row.isPeople;
    const problem = gathering.results.take(row);
    return problem ? [problem] : [];
  }

  /** A run is one replicate, on whatever track and in whatever file its rows stand. */
  #holdReplicate(row: ResultRow, run: RunName, replicate: number | null): RowProblem | null {
    const name = JSON.stringify(run);
    const before = this.#replicates.get(name);
    if (before === undefined) this.#replicates.set(name, replicate);
    if (before === undefined || before === replicate) return null;
    const said = before === null ? "name no replicate" : `say replicate ${before}`;
    const problem = `the run’s rows before ${said}: give all rows of a run the same replicate, or another replicate a version of its own`;
    const column = "replicate";
    return { line: row.lineOf(column), column, problem, found: replicate === null ? "" : String(replicate) };
  }

  async #trackOf(file: ResultFile, row: ResultRow): Promise<string | RowProblem> {
    const named = "key" in row.reference ? row.reference.track : null;
    const refuse = (problem: string) => ({ line: row.line, column: "track", problem, found: named ?? "" });
    if (named !== null && file.track !== null && named !== file.track)
      return refuse(`the file was assigned to track ${file.track}: choose the track its rows name, or none`);
    const track = named ?? file.track;
    if (track !== null) return track;
    const names = await this.indexes.listNames();
    const { reference } = row;
    const having =
      names.length > 1 && "key" in reference ? await this.indexes.listWith(reference.key) : names;
    const [only] = having;
    if (only !== undefined && having.length === 1) return only;
    if (having === names) return refuse("the row names no track, and none was chosen for the file");
    return refuse(
      having.length > 1
        ? `the tracks ${having.join(", ")} each have a case of this id: name the track in the row`
        : "the row names no track, and no case of the benchmark has its id: correct the id, or leave the row out",
    );
  }

  /** What is wrong with a track that was chosen; null where it is one of the benchmark's. */
  async refuseTrack(track: string): Promise<string | null> {
    const names = await this.indexes.listNames();
    if (names.includes(track)) return null;
    return `the benchmark has no such track: choose one of ${names.join(", ") || "those it will have, once its cases are imported"}`;
  }

  async #unknownTrack(row: ResultRow, track: string): Promise<RowProblem> {
    const problem = (await this.refuseTrack(track)) ?? "";
    return { line: row.line, column: "track", problem, found: track };
  }

  async #open(
    name: string,
    told: Pick<RunImport, "run" | "ranAt" | "replicate">,
    track: string,
    storing: boolean,
  ): Promise<RunImport | null> {
    const indexed = await this.indexes.find(track);
    if (!indexed) return null;
    const runId = await this.#idOf(told.run, storing);
    const before = runId === null ? null : await readDigest(this.#client, runId, indexed.id);
    const replicateBefore = runId === null ? null : await readReplicate(this.#client, runId);
    const results = new RunTrack(indexed, runId ?? 0);
    const makers = makersNamed(told.run.model);
    const gathering = { ...told, runId, before, replicateBefore, results, makers, hasBegun: false };
    this.#all.set(name, gathering);
    return gathering;
  }

  async #idOf(run: RunName, storing: boolean): Promise<number | null> {
    const name = JSON.stringify(run);
    const known = this.#runIds.get(name) ?? (await findRun(this.#client, this.#request.benchmark.id, run));
    const id = known ?? (storing ? ((await reserveIds(this.#client, "model_runs", 1))[0] ?? null) : null);
    this.#runIds.set(name, id);
    return id;
  }

  /** Not before a row belongs to a case: a strange file makes no run and takes no results away. */
  async #begin({ run, ranAt, replicate, runId, results }: RunImport): Promise<void> {
    if (runId === null) return;
    const { benchmark, isDemo = false } = this.#request;
    await storeModelRun(this.#client, runId, run, { benchmarkId: benchmark.id, ranAt, replicate, isDemo });
    await clearRunTrack(this.#client, runId, results.track.id);
  }

  async flush(mayWrite: boolean, isLast = false): Promise<void> {
    for (const gathering of this.#all.values()) {
      const { results } = gathering;
      if (mayWrite && !gathering.hasBegun && results.isDue(isLast)) {
        await this.#begin(gathering);
        gathering.hasBegun = true;
      }
      await results.flush(mayWrite ? this.#client : null, isLast);
    }
  }

  async finish(storing: boolean): Promise<RunReport[]> {
    await this.flush(storing, true);
    const reports: RunReport[] = [];
    for (const { run, runId, before, results, ...told } of this.#all.values()) {
      const digest = results.digest();
      // Which replicate it is counts, too, where that is said.
      const replicate = told.replicate ?? told.replicateBefore;
      const isSame =
        results.found.matched === 0 || (before?.equals(digest) && replicate === told.replicateBefore);
      const outcome = isSame ? "unchanged" : before === null ? "added" : "replaced";
      if (storing && runId !== null && outcome !== "unchanged")
        await storeFindings(this.#client, runId, results, digest);
      if (storing && runId !== null) await markMakers(this.#client, runId, told.makers);
      reports.push({
        ...run,
        replicate,
        track: results.track.name,
        ...results.found,
        missing: results.missing,
        outcome,
      });
    }
    return reports;
  }
}

type Opened =
  | { ok: true; rows: AsyncGenerator<readonly ReadRow[]>; isArchive?: boolean; isLog?: boolean }
  | { ok: false; problem: WholeFileProblem };

/** A file of results, row by row. What is yielded may point into a buffer that the next batch overwrites. */
async function openResultFile(file: ResultFile, indexes: TrackIndexes, control: Reading): Promise<Opened> {
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
function explainNothing({ track }: ResultFile, rows: number, isLog: boolean): string {
  const whose = `this benchmark${track ? `’s track ${track}` : ""}`;
  if (rows === 0)
    return isLog
      ? "the log has no samples: import that of a run that answered some"
      : "the file has a header, but no results";
  return isLog
    ? `none of its ${rows} samples belongs to ${whose}: no field of theirs names one of its cases, and no prompt is one of its prompts. Import the log into the benchmark that the run was made on`
    : `none of its ${rows} rows belongs to ${whose}: prompts must match exactly`;
}
