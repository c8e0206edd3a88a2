import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { scoreOptions } from "#lib/metrics/scores/item-score.ts";

export type NewPrediction = {
  runId: number;
  caseVersionId: number;
  gold: number;
  failed: boolean;
  repaired: boolean;
  /** What was stated, where there are no probabilities to tell. */
  choice: number | null;
  probabilities: readonly number[];
};

const columns =
  "run_id, case_version_id, failed, repaired, choice, traits, probabilities, correct, rank, above, tied, confidence, squared_error, bin";

/** Rows for the table of predictions, scored as they are written: every later figure is a sum over them. */
export class PredictionRows {
  readonly rows = new BinaryRows(14);

  add({ runId, caseVersionId, gold, failed, repaired, choice, probabilities }: NewPrediction): void {
    const score = probabilities.length === 0 ? null : scoreOptions(probabilities, gold);
    const chosen = failed ? null : (score?.choice ?? choice);
    this.rows
      .begin()
      .int4(runId)
      .int4(caseVersionId)
      .bool(failed)
      .bool(repaired)
      .int2(chosen)
      .int2Array([])
      .float8Array(probabilities)
      .bool(chosen === null ? null : chosen === gold)
      .int2(score?.rank ?? null)
      .int2(score?.above ?? null)
      .int2(score?.tied ?? null)
      .float8(score?.confidence ?? null)
      .float8(score?.squaredError ?? null)
      .int2(score?.bin ?? null);
  }

  async copy(client: BulkClient): Promise<void> {
    await copyRows(client, `predictions (${columns})`, this.rows);
  }
}
