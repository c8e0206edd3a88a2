import type { BulkClient } from "#lib/bulk/copy.ts";
import { PredictionRows } from "#lib/model-runs/prediction-rows.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type PredictionRow = {
  run_id: number;
  case_version_id: number;
  kind: KindName;
  gold: number | null;
  failed: boolean;
  repaired: boolean;
  choice: number | null;
  probabilities: number[] | null;
  score: number | null;
  traits: number[] | null;
};

const versionsPerBatch = 500;

/**
 * A model that answered to the same prompt with the same options has answered to the new version too: only
 * what counts as right may have changed, so its answers are scored again.
 */
export async function carryPredictions(
  client: BulkClient,
  replaced: readonly { from: number; to: number }[],
): Promise<number> {
  let carried = 0;
  for (let start = 0; start < replaced.length; start += versionsPerBatch) {
    const batch = replaced.slice(start, start + versionsPerBatch);
    const pairs = [batch.map(({ from }) => from), batch.map(({ to }) => to)];
    const { rows } = await client.query<PredictionRow>(
      `SELECT p.run_id, pair.new AS case_version_id, c.kind, g.choice AS gold, p.failed, p.repaired, p.choice, p.probabilities, p.score, p.traits
       FROM unnest($1::int[], $2::int[]) AS pair (old, new)
         JOIN predictions p ON p.case_version_id = pair.old
         JOIN case_versions v ON v.id = pair.new JOIN cases c ON c.id = v.case_id
         LEFT JOIN case_golds g ON g.case_version_id = pair.new`,
      pairs,
    );
    const predictions = new PredictionRows();
    for (const row of rows) {
      const { run_id: runId, case_version_id: caseVersionId, ...answer } = row;
      predictions.add({ ...answer, runId, caseVersionId, probabilities: row.probabilities ?? [] });
    }
    await predictions.copy(client);
    await client.query(
      `INSERT INTO model_responses (run_id, case_version_id, text, cost, tokens)
       SELECT r.run_id, pair.new, r.text, r.cost, r.tokens
       FROM unnest($1::int[], $2::int[]) AS pair (old, new) JOIN model_responses r ON r.case_version_id = pair.old`,
      pairs,
    );
    carried += rows.length;
  }
  return carried;
}
