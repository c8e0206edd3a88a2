import { type BenchmarkBook, CaseBook } from "#lib/benchmarks/case-files/books.ts";
import { type CaseFile, type GoodRow, openCaseFile } from "#lib/benchmarks/case-files/case-file.ts";
import type { SampleCase } from "#lib/benchmarks/case-files/case-report.ts";
import { OfferedNames } from "#lib/benchmarks/categories.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { Problems } from "#lib/files/file-problems.ts";
import type { ImportProgress } from "#lib/files/import-progress.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** A case as it stands in the database now. */
export type StoredCase = {
  caseId: number;
  versionId: number;
  number: number;
  key: string;
  position: number;
  /** In base 64. */
  hash: string;
};

export const optionsKey = (names: readonly string[]): string => JSON.stringify([...names].sort());

/** What is stored of a track, and which of it the files no longer hold. */
export function compareTrack(inFile: ReadonlySet<string>, stored: readonly StoredCase[]) {
  return {
    byKey: new Map(stored.map((one) => [one.key, one])),
    notInFile: stored.filter(({ key }) => !inFile.has(key)),
  };
}

const minLikeness = 0.6;

/** How much two dialogues share: the words of both over the words of either, repeated words counted. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  return shared / (a.length + b.length - shared);
}

/** The candidate that says nearly the same, if one does: the row is its new wording. */
export function findSameCase<T extends { words: readonly string[] }>(
  words: readonly string[],
  candidates: readonly T[],
): T | null {
  let best: T | null = null;
  let most = minLikeness;
  for (const candidate of candidates) {
    const alike = likeness(words, candidate.words);
    if (alike >= most && (best === null || alike > most)) {
      best = candidate;
      most = alike;
    }
  }
  return best;
}

const separator = "\n\u001f\n";

/** What is searched: what is said, and the names it might be said by. */
export const searchText = (said: string, names: readonly string[]): string =>
  said + separator + names.join("\n").toLowerCase();

export const saidIn = (searched: string): string => searched.split(separator)[0] ?? "";

/** Words for comparing; of a script without blanks, its characters. */
export const wordsOf = (text: string): string[] => text.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];

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

const maxShown = 3;
// They are kept with what the check found.
const maxLetters = 60_000;

/** A few cases of files, to be looked at before they are stored: of as many tracks as there is room for. */
export class SampleCases {
  readonly #tracks = new Map<string, SampleCase[]>();

  wants = (track: string): boolean => (this.#tracks.get(track)?.length ?? 0) < maxShown;

  take(sample: SampleCase): void {
    if (!this.wants(sample.track) || JSON.stringify(sample.content).length > maxLetters) return;
    this.#tracks.set(sample.track, [...(this.#tracks.get(sample.track) ?? []), sample]);
  }

  /** The first of each track, then their second ones, and so on; in the order of the tracks. */
  choose(): SampleCase[] {
    const tracks = [...this.#tracks.values()];
    const inTurn = Array.from({ length: maxShown }, (_, turn) =>
      tracks.flatMap((track) => track[turn] ?? []),
    );
    const chosen = new Set(inTurn.flat().slice(0, maxShown));
    return tracks.flat().filter((sample) => chosen.has(sample));
  }
}
