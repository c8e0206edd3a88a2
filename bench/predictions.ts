import pg from "pg";
import type { Figure } from "#bench/support/figure.ts";
import { atEnd } from "#bench/support/clean-up.ts";
import { temporaryFolder } from "#bench/support/folder.ts";
import { median, timed } from "#bench/support/timing.ts";
import { migrate } from "#scripts/migrate/migrate.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";

export const name = "predictions";
export const about = "three million predictions in the real schema: size, and a question over all of them";

const CASES = 110_000;
const RUNS = 28;
const TRACKS = 3;

const cases = [
  "INSERT INTO benchmarks (slug, name) VALUES ('big', 'Big')",
  `INSERT INTO tracks (benchmark_id, name, language, position)
     SELECT 1, 'track ' || n, 'en', n FROM generate_series(1, ${TRACKS}) AS n`,
  `INSERT INTO cases (track_id, key, kind)
     SELECT 1 + n % ${TRACKS}, n::text, 'choice' FROM generate_series(1, ${CASES}) AS n`,
  `INSERT INTO case_versions (case_id, number, hash, prompt_hash, original, option_names, option_count)
     SELECT id, 1, sha256(key::bytea), sha256(key::bytea), key, '{a,b,c,d}', 4 FROM cases`,
  "INSERT INTO case_golds (case_version_id, choice) SELECT id, id % 4 FROM case_versions",
  "INSERT INTO model_runs (benchmark_id, model) SELECT 1, 'model ' || n FROM generate_series(1, $1::int) AS n",
];

const oneRun = `INSERT INTO predictions (run_id, case_version_id, choice, probabilities,
    correct, rank, above, tied, confidence, squared_error, bin)
  SELECT $1, id, (id + (random() * 1.5)::int) % 4, ARRAY[random(), random(), random(), random()],
    random() < 0.5, 1 + (random() * 3)::int, (random() * 3)::int, 1, random(), random(), (random() * 19)::int
  FROM case_versions ORDER BY id`;

const byRunAndTrack = `SELECT run_id, track_id, count(*), avg(p.correct::int)
  FROM predictions p
    JOIN case_versions v ON v.id = p.case_version_id JOIN cases c ON c.id = v.case_id
  GROUP BY run_id, track_id`;

const ofOneCase = `SELECT run_id, choice, probabilities FROM predictions WHERE case_version_id = $1`;

const sizes = `SELECT pg_table_size('predictions')::float8 AS rows, pg_relation_size('predictions_pkey')::float8 AS key,
  pg_relation_size('predictions_case_version_id_idx')::float8 AS "byCase"`;

export async function run(): Promise<Figure[]> {
  const cluster = await usePostgres({ dir: temporaryFolder() });
  atEnd(() => cluster.release());
  await migrate(cluster.ownerUrl());
  const client = new pg.Client({ connectionString: cluster.ownerUrl() });
  await client.connect();
  atEnd(() => client.end());

  for (const sql of cases) await client.query(sql, sql.includes("$1") ? [RUNS] : []);
  const writing: number[] = [];
  for (let n = 1; n <= RUNS; n++) writing.push(await timed(() => client.query(oneRun, [n])));
  await client.query("VACUUM ANALYZE");

  const { rows } = await client.query<{ rows: number; key: number; byCase: number }>(sizes);
  const size = rows[0] ?? { rows: 0, key: 0, byCase: 0 };
  const times = async (sql: string, values: unknown[] = []) => {
    const taken: number[] = [];
    for (let round = 0; round < 5; round++) taken.push(await timed(() => client.query(sql, values)));
    return median(taken);
  };
  return [
    { what: "predictions", value: CASES * RUNS, unit: "rows" },
    { what: "rows on disk", value: size.rows / 1e6, unit: "MB" },
    { what: "primary key (run, case)", value: size.key / 1e6, unit: "MB" },
    { what: "index by case", value: size.byCase / 1e6, unit: "MB" },
    {
      what: "one row with its indexes",
      value: (size.rows + size.key + size.byCase) / (CASES * RUNS),
      unit: "B",
    },
    { what: "writing one run of 110,000, keys checked", value: median(writing) / 1000, unit: "s" },
    { what: "accuracy of every run on every track", value: await times(byRunAndTrack), unit: "ms" },
    { what: "every run's answer to one case", value: await times(ofOneCase, [CASES / 2]), unit: "ms" },
  ];
}
