import type pg from "pg";

const answers = `
  INSERT INTO predictions (run_id, case_version_id, choice, probabilities, correct, rank, above, tied, confidence, squared_error, bin)
  SELECT r.id, v.id, 0, ARRAY(SELECT CASE WHEN n = g.choice THEN p ELSE (1 - p) / 3 END FROM generate_series(0, 3) AS n), p > 0.5, 1, 0, 1, p, 0.1, (p * 19)::int
  FROM model_runs r, case_versions v JOIN case_golds g ON g.case_version_id = v.id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id,
    LATERAL (SELECT power(random(), 1.54) + 0 * (v.id + r.id) AS p) AS drawn
  WHERE r.benchmark_id = $1 AND t.benchmark_id = $1`;

/** Runs that answered to each of a benchmark's cases of four options, sure of what is right to different degrees. */
export async function addSureRuns(client: pg.Client, benchmarkId: number, runs: number): Promise<void> {
  await client.query(
    "INSERT INTO model_runs (benchmark_id, model) SELECT $1, 'model ' || n FROM generate_series(1, $2::int) AS n",
    [benchmarkId, runs],
  );
  await client.query(answers, [benchmarkId]);
}
