import { readContent } from "#lib/benchmarks/case-content.ts";
import type { GoodRow } from "#lib/benchmarks/case-row.ts";
import { CaseWriter, type Replaced } from "#lib/benchmarks/case-writer.ts";
import { planTrack, type Decision, type PlannedRow } from "#lib/benchmarks/import-plan.ts";
import { SameCaseFinder } from "#lib/benchmarks/same-case.ts";
import { spreadOf } from "#lib/benchmarks/spread.ts";
import { listStoredCases, openTrack } from "#lib/benchmarks/stored-cases.ts";
import type { TrackSurvey } from "#lib/benchmarks/survey.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import type { TrackReport } from "#lib/imports/schema.ts";

type Planned = {
  id: number | null;
  rows: readonly PlannedRow[];
  decisions: readonly Decision[];
  next: number;
  position: number;
  lengths: number[];
  options: Map<number, number>;
  report: Omit<TrackReport, "options" | "answerLength">;
};

/** The second reading: counts what storing does to each track and, where there is a writer, does it. */
export class TrackWork {
  readonly #client: BulkClient;
  readonly #benchmarkId: number;
  readonly #finder: SameCaseFinder;
  readonly #writer: CaseWriter | null;
  readonly #tracks = new Map<string, Planned>();
  #languageChanged = false;

  constructor(client: BulkClient, benchmarkId: number, storing: boolean) {
    this.#client = client;
    this.#benchmarkId = benchmarkId;
    this.#finder = new SameCaseFinder(client);
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

  async plan(name: string, survey: TrackSurvey, bad: number): Promise<void> {
    const storing = this.#writer !== null;
    const { id, languageChanged } = await openTrack(this.#client, this.#benchmarkId, name, survey, storing);
    this.#languageChanged ||= languageChanged;
    const stored = id === null ? [] : await listStoredCases(this.#client, id);
    const { decisions, notInFile } = planTrack(survey.rows, stored);
    const counts = { added: 0, unchanged: 0, changed: 0, unparsed: 0 };
    this.#tracks.set(name, {
      id,
      rows: survey.rows,
      decisions,
      next: 0,
      position: stored.at(-1)?.position ?? 0,
      lengths: [],
      options: new Map(),
      report: {
        cases: survey.rows.length,
        ...counts,
        duplicates: survey.duplicates,
        bad,
        notInFile: notInFile.length,
      },
    });
  }

  /** The good rows of a track, in the order in which the survey saw them. */
  async take(name: string, row: GoodRow): Promise<void> {
    const track = this.#tracks.get(name);
    const decision = track?.decisions[track.next];
    const planned = track?.rows[track.next];
    // A row that repeats an id was refused by the survey and has no decision.
    if (!track || !decision || !planned || (row.id !== null && row.id !== planned.key)) return;
    track.next += 1;
    const { report, options } = track;
    const content = await readContent(row);
    if (content.form === "unparsed") report.unparsed += 1;
    if (content.answerLength !== null) track.lengths.push(content.answerLength);
    options.set(row.options.length, (options.get(row.options.length) ?? 0) + 1);
    if (decision.act === "unchanged") {
      report.unchanged += 1;
      return;
    }
    const isNew = decision.act === "add";
    const replaces = isNew ? await this.#finder.take(content.dialogue, decision.candidates) : decision.stored;
    if (replaces) report.changed += 1;
    else report.added += 1;
    if (replaces && isNew) report.notInFile -= 1;
    if (!this.#writer || track.id === null) return;
    if (!replaces) track.position += 1;
    await this.#writer.add({ row, planned, content, trackId: track.id, position: track.position, replaces });
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
