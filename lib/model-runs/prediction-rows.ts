import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import type { PredictionScore, StoredPrediction } from "#lib/task-kinds/case-files.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type NewPrediction = StoredPrediction & {
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
