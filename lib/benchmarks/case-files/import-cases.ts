import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type CaseFile, type GoodRow, openCaseFile } from "#lib/benchmarks/case-files/case-file.ts";
import { BenchmarkBook, CaseBook, type Identity, readStoredBook } from "#lib/benchmarks/case-files/books.ts";
import {
  compareTrack,
  findSameCase,
  optionsKey,
  saidIn,
  SampleCases,
  searchText,
  type StoredCase,
  surveyFiles,
  type TrackSurvey,
  wordsOf,
} from "#lib/benchmarks/case-files/import-plan.ts";
import { type BulkClient, copyRows, reserveIds } from "#lib/bulk/copy.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import {
  type CaseReport,
  type SampleCase,
  spreadOf,
  type TrackReport,
} from "#lib/benchmarks/case-files/case-report.ts";
import { type ImportProblem, Problems } from "#lib/files/file-problems.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";
import { filesOf, showCase } from "#lib/task-kinds/server-registry.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import type { UnderstoodCase } from "#lib/task-kinds/case-files.ts";
import { languageOf } from "#lib/files/sniff.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";

/** The cases of a track as they stand now, in their order. */
async function listStoredCases(client: BulkClient, trackId: number): Promise<StoredCase[]> {
  const { rows } = await client.query<StoredCase>(
    `SELECT c.id AS "caseId", v.id AS "versionId", v.number, c.key, c.position, encode(v.hash, 'base64') AS hash
     FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
     WHERE c.track_id = $1 ORDER BY c.position, c.id`,
    [trackId],
  );
  return rows;
}

type CaseQuestion = { promptHash: Buffer; optionNames: readonly string[] };

/** What models were asked in each of these versions. */
async function readQuestions(
  client: BulkClient,
  versionIds: readonly number[],
): Promise<Map<number, CaseQuestion>> {
  const { rows } = await client.query<CaseQuestion & { id: number }>(
    `SELECT id, prompt_hash AS "promptHash", option_names AS "optionNames" FROM case_versions WHERE id = ANY($1)`,
    [versionIds],
  );
  return new Map(rows.map(({ id, ...asked }) => [id, asked]));
}

/**
 * The track of that name; made, or given the language that somebody chose for it, where that is asked for. What its options
 * are is told or guessed of a new one alone: of one that is there somebody may have declared it.
 */
async function openTrack(
  client: BulkClient,
  benchmarkId: number,
  name: string,
  survey: Pick<TrackSurvey, "language" | "declared" | "sample" | "offered">,
  storing: boolean,
): Promise<{ id: number | null; language: string; languageChanged: boolean; declared: CategoryDeclaration }> {
  const { rows } = await client.query<{ id: number; language: string } & CategoryDeclaration>(
    `SELECT id, language, categories, coalesce(category_names, '{}') AS "categoryNames" FROM tracks
     WHERE benchmark_id = $1 AND name = $2`,
    [benchmarkId, name],
  );
  const [there] = rows;
  const { categories, categoryNames } = there ?? survey.declared ?? survey.offered.guess();
  const declared = { categories, categoryNames };
  const languageChanged =
    there !== undefined && survey.language !== null && survey.language !== there.language;
  const language = survey.language ?? there?.language ?? languageOf(survey.sample);
  if (!storing) return { id: there?.id ?? null, language, languageChanged, declared };
  if (there) {
    if (languageChanged)
      await client.query("UPDATE tracks SET language = $2 WHERE id = $1", [there.id, survey.language]);
    return { id: there.id, language, languageChanged, declared };
  }
  const made = await client.query<{ id: number }>(
    `INSERT INTO tracks (benchmark_id, name, language, categories, category_names, position)
     SELECT $1, $2, $3, $4, $5, coalesce(max(position), 0) + 1 FROM tracks WHERE benchmark_id = $1 RETURNING id`,
    [benchmarkId, name, language, categories, categoryNames],
  );
  return { id: made.rows[0]?.id ?? null, language, languageChanged: false, declared };
}

type NewVersion = {
  row: GoodRow;
  identity: Identity;
  content: UnderstoodCase;
  trackId: number;
  position: number;
  /** The version it takes the place of; null makes a new case. */
  replaces: StoredCase | null;
};

/** A version that took the place of another, and may have got that one's predictions. */
type Replaced = { from: number; to: number };

const rowsPerBatch = 400;
const bytesPerBatch = 8 << 20;

/** Copies new cases and new versions of old ones into the tables, some hundred at a time. */
class CaseWriter {
  readonly #client: BulkClient;
  #pending: NewVersion[] = [];
  #pendingBytes = 0;
  #sending: Promise<void> = Promise.resolve();
  readonly replaced: Replaced[] = [];
  readonly #cases = new BinaryRows("cases (id, track_id, key, kind, position, source)", 1 << 16);
  readonly #versions = new BinaryRows(
    "case_versions (id, case_id, number, hash, prompt_hash, original, form, content, option_names, option_count, answer_length, group_name, attributes, overlap)",
  );
  readonly #texts = new BinaryRows("case_search_texts (case_version_id, text)");
  readonly #golds = new BinaryRows("case_golds (case_version_id, choice)", 1 << 16);

  constructor(client: BulkClient) {
    this.#client = client;
  }

  async add(version: NewVersion): Promise<void> {
    this.#pending.push(version);
    this.#pendingBytes += version.row.original.length;
    if (this.#pending.length >= rowsPerBatch || this.#pendingBytes >= bytesPerBatch) await this.#pass();
  }

  /** Sends what has gathered while the next rows are read; waits only for the batch before. */
  async #pass(): Promise<void> {
    await this.#sending;
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#sending = this.#send(pending);
    // Whoever passes the next batch, or finishes, gets the error.
    this.#sending.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#pass();
    await this.#sending;
  }

  async #send(pending: readonly NewVersion[]): Promise<void> {
    if (pending.length === 0) return;
    const added = pending.filter(({ replaces }) => replaces === null);
    const caseIds = await reserveIds(this.#client, "cases", added.length);
    const versionIds = await reserveIds(this.#client, "case_versions", pending.length);
    const retired = pending.flatMap(({ replaces }) => (replaces ? [replaces.versionId] : []));
    const asked =
      retired.length > 0 ? await readQuestions(this.#client, retired) : new Map<number, CaseQuestion>();
    if (retired.length > 0) {
      await this.#client.query("UPDATE case_versions SET retired_at = now() WHERE id = ANY($1)", [retired]);
    }
    let next = 0;
    pending.forEach((version, index) => {
      const caseId = version.replaces?.caseId ?? caseIds[next++] ?? 0;
      const versionId = versionIds[index] ?? 0;
      this.#write(version, caseId, versionId);
      const before = version.replaces && asked.get(version.replaces.versionId);
      if (version.replaces && before && isAskedTheSame(before, version)) {
        this.replaced.push({ from: version.replaces.versionId, to: versionId });
      }
    });
    for (const rows of [this.#cases, this.#versions, this.#texts, this.#golds])
      await copyRows(this.#client, rows);
  }

  #write(
    { row, identity, content, trackId, position, replaces }: NewVersion,
    caseId: number,
    id: number,
  ): void {
    const { optionNames, gold } = row;
    if (replaces === null) {
      this.#cases
        .begin()
        .int4(caseId)
        .int4(trackId)
        .text(identity.key)
        .text(row.kind)
        .int4(position)
        .text(row.source);
    }
    this.#versions
      .begin()
      .int4(id)
      .int4(caseId)
      .int2((replaces?.number ?? 0) + 1)
      .text(identity.hash)
      .text(identity.prompt)
      .text(row.original)
      .text(content.form)
      .json(content.content)
      .textArray(optionNames)
      .int2(optionNames.length)
      .int4(content.answerLength)
      .text(row.group)
      .json(row.attributes)
      .json(content.overlap ?? null);
    this.#texts.begin().int4(id).text(searchText(content.said, optionNames));
    if (gold !== null) this.#golds.begin().int4(id).int2(gold);
  }
}

const isAskedTheSame = ({ promptHash, optionNames }: CaseQuestion, { identity, row }: NewVersion) =>
  promptHash.equals(identity.prompt) &&
  optionNames.length === row.optionNames.length &&
  optionNames.every((name, index) => name === row.optionNames[index]);

export type CaseImport = {
  benchmark: { id: number; slug: string };
  files: readonly CaseFile[];
  mode: "check" | "store";
  /** Store the good rows though there are bad ones. */
  skipBad: boolean;
};

/** Gives a new version whose prompt and options stayed what models had answered to the old one. */
export type CarryPredictions = (client: BulkClient, replaced: readonly Replaced[]) => Promise<number>;

/** The report as it is shown, and every problem found. */
export type CaseOutcome = {
  report: Omit<CaseReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/** What is said of files whose cases nobody got to. */
export const refuseCases = (benchmark: string, problems: readonly ImportProblem[]): CaseOutcome => ({
  report: {
    benchmark,
    tracks: {},
    tokenizer: tokenizerName,
    carried: 0,
    stored: false,
    problemCount: problems.length,
  },
  problems,
});

/**
 * Reads the files twice: once to know every row and everything that is wrong, once to take the prompts apart
 * and, where that is asked for and nothing stands against it, to store them. Runs inside a transaction.
 */
export async function importCases(
  client: BulkClient,
  viewer: Viewer<"admin">,
  { benchmark, files, mode, skipBad }: CaseImport,
  carry: CarryPredictions,
  control: ImportControl,
): Promise<CaseOutcome> {
  const problems = new Problems();
  const progress = new ImportProgress(files, 2, control);
  const known = await readStoredBook(client, benchmark.id);
  const surveys = await surveyFiles(files, new BenchmarkBook(known), problems, progress);
  const isAnything = [...surveys.values()].some(({ keys }) => keys.size > 0);
  const stored = mode === "store" && isAnything && (problems.count === 0 || skipBad);
  const work = new TrackWork(client, benchmark.id, new BenchmarkBook(known), stored);
  for (const [name, survey] of surveys) if (name !== "") await work.plan(name, survey);

  progress.beginAgain();
  for (const file of files) {
    const opened = await openCaseFile(file, progress.nextFile(file.path));
    if (!opened.ok) continue;
    for await (const batch of opened.rows) {
      for (const { good } of batch)
        if (good) await work.take(good.track ?? file.track ?? "", good, file.name);
      progress.rows(batch.length);
    }
  }
  await work.finish();

  const tracks: Record<string, TrackReport> = work.report();
  const carried = await carry(client, work.replaced);
  if (stored && work.changesAnything) {
    const subject = { type: "benchmark", id: String(benchmark.id) };
    const details = { files: files.map(({ name }) => name), tracks, carried, problems: problems.count };
    await recordBulkEvent(client, viewer, "cases.imported", subject, details);
  }
  const found = { problemCount: problems.count, tokenizer: tokenizerName, carried, stored };
  const { samples } = work;
  return { report: { benchmark: benchmark.slug, tracks, samples, ...found }, problems: problems.all };
}

type CaseWords = { stored: StoredCase; words: readonly string[] };

/**
 * Finds the stored case that a row without an id rewords. Only cases that the files no longer hold and that
 * have the same options come into question; their wording is read when it is first needed.
 */
class SameCaseFinder {
  readonly #client: BulkClient;
  readonly #candidates: readonly StoredCase[];
  #byOptions: Map<string, StoredCase[]> | null = null;
  readonly #worded = new Map<string, CaseWords[]>();

  constructor(client: BulkClient, candidates: readonly StoredCase[]) {
    this.#client = client;
    this.#candidates = candidates;
  }

  /** A case is found once: the next row gets another or none. */
  async take(said: string, optionNames: readonly string[]): Promise<StoredCase | null> {
    if (this.#candidates.length === 0) return null;
    this.#byOptions ??= await this.#groupCandidates();
    const options = optionsKey(optionNames);
    const candidates = this.#byOptions.get(options);
    if (!candidates) return null;
    const left = this.#worded.get(options) ?? (await this.#read(candidates));
    const found = findSameCase(wordsOf(said), left);
    this.#worded.set(options, found ? left.filter((candidate) => candidate !== found) : left);
    return found?.stored ?? null;
  }

  async #groupCandidates(): Promise<Map<string, StoredCase[]>> {
    const asked = await readQuestions(
      this.#client,
      this.#candidates.map(({ versionId }) => versionId),
    );
    return Map.groupBy(this.#candidates, ({ versionId }) =>
      optionsKey(asked.get(versionId)?.optionNames ?? []),
    );
  }

  async #read(candidates: readonly StoredCase[]): Promise<CaseWords[]> {
    const { rows } = await this.#client.query<{ id: number; text: string }>(
      "SELECT case_version_id AS id, convert_from(text, 'UTF8') AS text FROM case_search_texts WHERE case_version_id = ANY($1)",
      [candidates.map(({ versionId }) => versionId)],
    );
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    return candidates.map((stored) => ({
      stored,
      words: wordsOf(saidIn(texts.get(stored.versionId) ?? "")),
    }));
  }
}

type TrackImport = {
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
class TrackWork {
  readonly #client: BulkClient;
  readonly #benchmarkId: number;
  readonly #writer: CaseWriter | null;
  readonly #tracks = new Map<string, TrackImport>();
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
