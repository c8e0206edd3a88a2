import { createHash, hash } from "node:crypto";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { placeInRow } from "#lib/files/file-problems.ts";
import type { IndexedCase, IndexedTrack } from "#lib/model-runs/case-index.ts";
import { PredictionRows } from "#lib/model-runs/prediction-rows.ts";
import type { ResultRow } from "#lib/model-runs/result-row.ts";
import type { RowCounts } from "#lib/model-runs/result-report.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { isAsked } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";

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
