import { CaseBook } from "#lib/benchmarks/case-files/books/case-book.ts";
import type { BenchmarkBook } from "#lib/benchmarks/case-files/books/benchmark-book.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import { CaseWriter, type Replaced } from "#lib/benchmarks/case-files/case-writer.ts";
import { compareTrack, type StoredCase } from "#lib/benchmarks/case-files/import-plan.ts";
import { SameCaseFinder } from "#lib/benchmarks/case-files/same-case.ts";
import { spreadOf } from "#lib/benchmarks/spread.ts";
import { listStoredCases, openTrack } from "#lib/benchmarks/case-files/stored-cases.ts";
import type { TrackSurvey } from "#lib/benchmarks/case-files/survey.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { SampleCases } from "#lib/benchmarks/case-files/sample-cases.ts";
import type { SampleCase, TrackReport } from "#lib/benchmarks/case-files/case-report.ts";
import { filesOf, showCase } from "#lib/task-kinds/server-registry.ts";

type Planned = {
  id: number | null;
  language: string;
  book: CaseBook;
  stored: ReadonlyMap<string, StoredCase>;
  finder: SameCaseFinder;
  position: number;
  lengths: number[];
  options: Map<number, number>;
  report: Omit<TrackReport, "options" | "answerLength">;
};

/** The second reading: counts what storing does to each track and, where there is a writer, does it. */
export class TrackWork {
  readonly #client: BulkClient;
  readonly #benchmarkId: number;
  readonly #writer: CaseWriter | null;
  readonly #tracks = new Map<string, Planned>();
  readonly #book: BenchmarkBook;
  readonly #samples = new SampleCases();
  #languageChanged = false;

  constructor(client: BulkClient, benchmarkId: number, book: BenchmarkBook, storing: boolean) {
    this.#client = client;
    this.#benchmarkId = benchmarkId;
    this.#book = book;
    this.#writer = storing ? new CaseWriter(client) : null;
  }

  get replaced(): readonly Replaced[] {
    return this.#writer?.replaced ?? [];
  }

  get changesAnything(): boolean {
    return (
      this.#languageChanged ||
      [...this.#tracks.values()].some(({ report }) => report.added + report.changed > 0)
    );
  }

  async plan(name: string, survey: TrackSurvey): Promise<void> {
    // A track of bad rows alone is not made.
    const storing = this.#writer !== null && survey.keys.size > 0;
    const opened = await openTrack(this.#client, this.#benchmarkId, name, survey, storing);
    const { id, language, languageChanged, declared } = opened;
    this.#languageChanged ||= languageChanged;
    const stored = id === null ? [] : await listStoredCases(this.#client, id);
    const { byKey, notInFile } = compareTrack(survey.keys, stored);
    const { duplicates, bad } = survey;
    const counts = { cases: 0, added: 0, unchanged: 0, changed: 0, unparsed: 0 };
    this.#tracks.set(name, {
      id,
      language,
      book: new CaseBook(),
      stored: byKey,
      finder: new SameCaseFinder(this.#client, notInFile),
      position: stored.at(-1)?.position ?? 0,
      lengths: [],
      options: new Map(),
      report: { ...counts, duplicates, bad, notInFile: notInFile.length, declared },
    });
  }

  /** The good rows of a track, in the order in which the survey saw them. */
  async take(name: string, row: GoodRow, fileName: string): Promise<void> {
    const track = this.#tracks.get(name);
    // What the survey refused is refused again.
    if (this.#book.enter(row, name, fileName)) return;
    const entered = track?.book.enter(row, fileName);
    if (!track || !entered || entered.problem) return;
    const { identity } = entered;
    const { report, options } = track;
    const content = await filesOf(row.kind).understand(row);
    report.cases += 1;
    if (content.form === "unparsed") report.unparsed += 1;
    if (content.answerLength !== null) track.lengths.push(content.answerLength);
    const { optionNames } = row;
    if (!this.#writer && this.#samples.wants(name)) this.#sample(name, track.language, row, content.content);
    options.set(optionNames.length, (options.get(optionNames.length) ?? 0) + 1);
    const same = track.stored.get(identity.key) ?? null;
    if (same?.hash === identity.hash.toString("base64")) {
      report.unchanged += 1;
      return;
    }
    const reworded = same || row.id !== null ? null : await track.finder.take(content.said, optionNames);
    const replaces = same ?? reworded;
    if (replaces) report.changed += 1;
    else report.added += 1;
    if (reworded) report.notInFile -= 1;
    if (!this.#writer || track.id === null) return;
    if (!replaces) track.position += 1;
    await this.#writer.add({ row, identity, content, trackId: track.id, position: track.position, replaces });
  }

  /** As a participant would get it: nothing of what is right. */
  #sample(track: string, language: string, { kind, optionNames, original }: GoodRow, content: unknown): void {
    const begins = content === null ? null : (filesOf(kind).preview?.(content) ?? content);
    const stored = { content: begins, original: original.toString("utf8"), optionNames };
    this.#samples.take({ track, kind, language, ...showCase(kind, stored) });
  }

  get samples(): SampleCase[] {
    return this.#samples.choose();
  }

  async finish(): Promise<void> {
    await this.#writer?.finish();
  }

  report(): Record<string, TrackReport> {
    const reports: Record<string, TrackReport> = {};
    for (const [name, { report, lengths, options }] of this.#tracks) {
      const counts = [...options].sort(([a], [b]) => a - b).map(([count, cases]) => [String(count), cases]);
      reports[name] = { ...report, options: Object.fromEntries(counts), answerLength: spreadOf(lengths) };
    }
    return reports;
  }
}
