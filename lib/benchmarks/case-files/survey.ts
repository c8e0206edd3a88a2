import { OfferedNames } from "#lib/benchmarks/categories.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import { CaseBook } from "#lib/benchmarks/case-files/books/case-book.ts";
import { openCaseFile } from "#lib/benchmarks/case-files/case-file.ts";
import type { BenchmarkBook } from "#lib/benchmarks/case-files/books/benchmark-book.ts";
import type { CaseFile, GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import type { Problems } from "#lib/files/import-problems.ts";
import type { ImportProgress } from "#lib/files/import-progress.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** What reading the files once tells of one track: names and counts, none of their text. */
export class TrackSurvey {
  readonly keys = new Set<string>();
  duplicates = 0;
  bad = 0;
  /** The language somebody chose; null where it is to be guessed from the sample. */
  language: string | null = null;
  /** What the file’s maker says its options are; null where that is to be guessed. */
  declared: CategoryDeclaration | null = null;
  sample = "";
  /** Tells whether a new track's cases share their categories. */
  readonly offered = new OfferedNames();
  readonly #book = new CaseBook();

  take(row: GoodRow, file: CaseFile): RowProblem | null {
    const entered = this.#book.enter(row, file.name);
    if (entered.problem) return entered.problem;
    this.keys.add(entered.identity.key);
    if (entered.identity.isDuplicate) this.duplicates += 1;
    if (isAsked(row.kind) && serverKindOf(row.kind).categoriesAre !== "own")
      this.offered.take(row.optionNames);
    const told = file.tracks?.get(row.track ?? file.track ?? "");
    this.language ??= file.language ?? told?.language ?? null;
    this.declared ??= told ?? null;
    if (this.sample.length < sampleLength) this.sample += row.original.subarray(0, 4000).toString("utf8");
    return null;
  }
}

const sampleLength = 20_000;

/** Reads the files for what can be known of each row by itself. */
export async function surveyFiles(
  files: readonly CaseFile[],
  book: BenchmarkBook,
  problems: Problems,
  progress: ImportProgress,
): Promise<Map<string, TrackSurvey>> {
  const tracks = new Map<string, TrackSurvey>();
  for (const file of files) {
    const report = (problem: Omit<RowProblem, "line"> & { line: number | null }) =>
      problems.add({ file: file.name, ...problem });
    const opened = await openCaseFile(file, progress.nextFile(file.path));
    if (!opened.ok) {
      report(opened.problem);
      continue;
    }
    let rows = 0;
    for await (const batch of opened.rows) {
      for (const { good, problems: found } of batch) {
        const track = good?.track ?? file.track ?? "";
        const survey = surveyOf(tracks, track);
        const refused = good ? (book.enter(good, track, file.name) ?? survey.take(good, file)) : null;
        if (found || refused) survey.bad += 1;
        for (const problem of found ?? (refused ? [refused] : [])) report(problem);
      }
      rows += batch.length;
      progress.rows(batch.length);
    }
    const problem = "the file has a header, but no cases";
    if (rows === 0) report({ line: null, column: null, problem, found: "" });
  }
  return tracks;
}

function surveyOf(tracks: Map<string, TrackSurvey>, name: string): TrackSurvey {
  const known = tracks.get(name) ?? new TrackSurvey();
  tracks.set(name, known);
  return known;
}
