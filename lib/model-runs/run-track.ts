import { createHash, hash } from "node:crypto";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { type BulkClient, copyRows } from "#lib/bulk/copy.ts";
import { placeInRow } from "#lib/files/file-problems.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { CaseReference, ResultRow, RowCounts } from "#lib/model-runs/result-row.ts";
import type { PredictionScore, RowProblem, StoredPrediction } from "#lib/task-kinds/case-files.ts";
import { type CaseKind, isAsked } from "#lib/task-kinds/case-kinds.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const bytesPerBatch = 4 << 20;

/** Gathers one run's results on one track: holds each row against its case, counts, and writes where it may. */
export class RunTrack {
  readonly track: IndexedTrack;
  readonly found: RowCounts = {
    rows: 0,
    matched: 0,
    repaired: 0,
    normalised: 0,
    failed: 0,
    resDiffers: 0,
    unmatched: 0,
  };
  readonly #runId: number;
  readonly #taken = new Set<number>();
  readonly #digest = createHash("sha256");
  readonly #predictions = new PredictionRows();
  readonly #responses = new BinaryRows("model_responses (run_id, case_version_id, text, cost, tokens)");

  constructor(track: IndexedTrack, runId: number) {
    this.track = track;
    this.#runId = runId;
  }

  get missing(): number {
    return this.track.index.size - this.#taken.size;
  }

  /** Whether there is anything to pass on, and enough of it. */
  isDue(isLast: boolean): boolean {
    const gathered = this.#predictions.rows.bytes + this.#responses.bytes;
    return this.found.matched > 0 && (isLast || gathered >= bytesPerBatch);
  }

  /** Takes a row in; returns what is wrong with it. */
  take(row: ResultRow): RowProblem | null {
    this.found.rows += 1;
    const { reference } = row;
    const prompt = "prompt" in reference ? hash("sha256", withPlainLineEnds(reference.prompt), "hex") : null;
    const found = this.track.index.find(reference, prompt, this.#taken);
    if (found === null) {
      this.found.unmatched += 1;
      return null;
    }
    const column = "key" in reference ? "case" : "prompt";
    if (found === "taken") {
      const shown = "key" in reference ? reference.key : reference.prompt.subarray(0, 400).toString("utf8");
      return at(row, column, "second row for the same case: keep only one", shown);
    }
    return this.#hold(row, found, column);
  }

  #hold(row: ResultRow, found: IndexedCase, column: string): RowProblem | null {
    const { versionId, gold, kind } = found;
    if (!isAsked(kind))
      return at(
        row,
        column,
        "this case is only read, in reviews, and no model answers it: leave it out",
        found.key,
      );
    const { predictions } = serverKindOf(kind);
    const held = predictions.hold(row.answer, row.failed, found);
    if (!held.ok) return at(row, held.column, held.problem, held.found);
    const { prediction, normalised, differs } = held;
    this.#taken.add(versionId);
    this.found.matched += 1;
    this.found.failed += row.failed ? 1 : 0;
    this.found.repaired += prediction.repaired ? 1 : 0;
    this.found.normalised += normalised ? 1 : 0;
    this.found.resDiffers += differs ? 1 : 0;
    this.#predictions.add({ ...prediction, runId: this.#runId, caseVersionId: versionId, kind, gold });
    if (row.response !== null || row.cost !== null || row.tokens !== null) {
      this.#responses
        .begin()
        .int4(this.#runId)
        .int4(versionId)
        .text(row.response ?? "")
        .float8(row.cost)
        .int4(row.tokens);
    }
    return null;
  }

  /** Passes on what has gathered, when it is enough or when it is the last. */
  async flush(client: BulkClient | null, isLast = false): Promise<void> {
    if (!isLast && !this.isDue(isLast)) return;
    this.#digest.update(this.#predictions.digested.finish()).update(this.#responses.finish());
    if (client) {
      await this.#predictions.copy(client);
      this.#predictions.clear();
      await copyRows(client, this.#responses);
    } else {
      this.#predictions.clear();
      this.#responses.clear();
    }
  }

  /** Over all that was stored, once the last rows are flushed. */
  digest(): Buffer {
    return this.#digest.digest();
  }
}

const at = (row: ResultRow, column: string, problem: string, found: string): RowProblem =>
  placeInRow(row.line, { line: row.lineOf(column), column, problem, found });

export type IndexedCase = {
  versionId: number;
  key: string;
  kind: CaseKind;
  promptHash: string;
  optionNames: readonly string[];
  gold: number | null;
};

/** The current cases of a track, found by prompt or by id; each is given to one row of a run. */
export class CaseIndex {
  readonly size: number;
  readonly #byPrompt: Map<string, IndexedCase[]>;
  readonly #byKey: Map<string, IndexedCase>;
  readonly #byVersion: Map<number, IndexedCase>;

  constructor(cases: readonly IndexedCase[]) {
    this.size = cases.length;
    this.#byPrompt = Map.groupBy(cases, ({ promptHash }) => promptHash);
    this.#byKey = new Map(cases.map((indexed) => [indexed.key, indexed]));
    this.#byVersion = new Map(cases.map((indexed) => [indexed.versionId, indexed]));
  }

  ofKey(key: string): IndexedCase | undefined {
    return this.#byKey.get(key);
  }

  /** The only one with this prompt. */
  ofPrompt(promptHash: string): IndexedCase | undefined {
    const all = this.#byPrompt.get(promptHash) ?? [];
    return all.length === 1 ? all[0] : undefined;
  }

  /**
   * Cases that share a prompt are told apart by options and right answer, as far as the row names them; those
   * that are the same in all are given out in their order. "taken": all of them have a row already.
   */
  find(
    reference: CaseReference,
    promptHash: string | null,
    taken: ReadonlySet<number>,
  ): IndexedCase | "taken" | null {
    if ("key" in reference) {
      const found =
        "versionId" in reference ? this.#byVersion.get(reference.versionId) : this.#byKey.get(reference.key);
      return !found ? null : taken.has(found.versionId) ? "taken" : found;
    }
    const all = this.#byPrompt.get(promptHash ?? "") ?? [];
    if (all.length === 0) return null;
    const free = all.filter(({ versionId }) => !taken.has(versionId));
    if (free.length === 0) return "taken";
    if (free.length === 1) return free[0] ?? null;
    const { options, gold } = reference;
    const sameOptions = free.filter(
      (indexed) => options === null || indexed.optionNames.every((name, index) => options[index] === name),
    );
    const among = sameOptions.length > 0 ? sameOptions : free;
    return among.find((indexed) => indexed.optionNames[indexed.gold ?? -1] === gold) ?? among[0] ?? null;
  }
}

export type IndexedTrack = { id: number; name: string; index: CaseIndex };

/** Reads the cases of each track when a file first needs them. */
export class TrackIndexes {
  readonly #client: BulkClient;
  readonly #benchmarkId: number;
  readonly #tracks = new Map<string, IndexedTrack>();
  #names: readonly string[] | null = null;

  constructor(client: BulkClient, benchmarkId: number) {
    this.#client = client;
    this.#benchmarkId = benchmarkId;
  }

  async listNames(): Promise<readonly string[]> {
    if (this.#names) return this.#names;
    const { rows } = await this.#client.query<{ name: string }>(
      "SELECT name FROM tracks WHERE benchmark_id = $1 ORDER BY position",
      [this.#benchmarkId],
    );
    return (this.#names = rows.map(({ name }) => name));
  }

  /** The one that was chosen, or all of them. */
  async listOf(chosen: string | null): Promise<IndexedTrack[]> {
    const tracks: IndexedTrack[] = [];
    for (const name of chosen === null ? await this.listNames() : [chosen]) {
      const found = await this.find(name);
      if (found) tracks.push(found);
    }
    return tracks;
  }

  /** The tracks that have a case of this id. */
  async listWith(key: string): Promise<string[]> {
    const tracks = await this.listOf(null);
    return tracks.flatMap(({ name, index }) => (index.ofKey(key) ? [name] : []));
  }

  async find(name: string): Promise<IndexedTrack | null> {
    const known = this.#tracks.get(name);
    if (known) return known;
    const { rows: tracks } = await this.#client.query<{ id: number }>(
      "SELECT id FROM tracks WHERE benchmark_id = $1 AND name = $2",
      [this.#benchmarkId, name],
    );
    const id = tracks[0]?.id;
    if (id === undefined) return null;
    const { rows } = await this.#client.query<IndexedCase>(
      `SELECT v.id AS "versionId", c.key, c.kind, encode(v.prompt_hash, 'hex') AS "promptHash",
         v.option_names AS "optionNames", g.choice AS gold
       FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
         LEFT JOIN case_golds g ON g.case_version_id = v.id
       WHERE c.track_id = $1 ORDER BY c.position, c.id`,
      [id],
    );
    const track = { id, name, index: new CaseIndex(rows) };
    this.#tracks.set(name, track);
    return track;
  }
}

type NewPrediction = StoredPrediction & {
  runId: number;
  caseVersionId: number;
  kind: KindName;
  gold: number | null;
};

const answerColumns = "run_id, case_version_id, failed, repaired, choice";
const scoreColumns = "probabilities, correct, rank, above, tied, confidence, squared_error, bin";
/** What measures gave; digests know it by the list that they have not. */
const measureColumn = "score";
/** What each run of a judge found. */
const runsColumn = "traits";

/** Rows for the table of predictions, scored as they are written: every later figure is a sum over them. */
export class PredictionRows {
  readonly rows = new BinaryRows(
    `predictions (${answerColumns}, ${runsColumn}, ${scoreColumns}, ${measureColumn})`,
  );
  /** Without what measures gave, as when imports were first told apart: digests stay what they were. */
  readonly digested = new BinaryRows(`predictions (${answerColumns}, ${runsColumn}, ${scoreColumns})`);

  add(prediction: NewPrediction): void {
    const score = serverKindOf(prediction.kind).scorePrediction(prediction, prediction.gold);
    const { score: measured = null, probabilities } = prediction;
    writeScore(writeAnswer(this.rows, prediction, score), probabilities, score).float8(measured);
    const told = measured === null ? probabilities : [measured];
    writeScore(writeAnswer(this.digested, prediction, score), told, score);
  }

  async copy(client: BulkClient): Promise<void> {
    await copyRows(client, this.rows);
  }

  clear(): void {
    this.rows.clear();
    this.digested.clear();
  }
}

const writeAnswer = (rows: BinaryRows, prediction: NewPrediction, { choice }: PredictionScore) =>
  rows
    .begin()
    .int4(prediction.runId)
    .int4(prediction.caseVersionId)
    .bool(prediction.failed)
    .bool(prediction.repaired)
    .int2(choice)
    .int2Array(prediction.traits ?? []);

const writeScore = (rows: BinaryRows, probabilities: readonly number[], score: PredictionScore) =>
  rows
    .float8Array(probabilities)
    .bool(score.correct)
    .int2(score.rank)
    .int2(score.above)
    .int2(score.tied)
    .float8(score.confidence)
    .float8(score.squaredError)
    .int2(score.bin);
