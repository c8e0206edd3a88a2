import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { CaseRow, PredictionColumns, RunRow } from "#lib/study-results/rows/rows.ts";

// Five whole numbers of two bytes and four of eight: what the database packs of one case.
const bytesEach = 42;
// So many answers are packed by one statement; while it is read, nobody else is answered.
const answersAtOnce = 200_000;

/** Every run of the benchmark with what it answered to these versions of the cases. */
export async function readRuns(
  _viewer: Staff,
  benchmarkId: number,
  referenceRunId: number | null,
  cases: readonly CaseRow[],
): Promise<RunRow[]> {
  const runs = await db.modelRun.findMany({
    where: { benchmarkId },
    select: { id: true, model: true, method: true, version: true, isDemo: true, ranAt: true },
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
  });
  const versions = cases.map(({ versionId }) => versionId);
  const packed = new Map<number, Buffer>();
  const step = Math.max(1, Math.floor(answersAtOnce / Math.max(1, cases.length)));
  for (let from = 0; from < runs.length; from += step) {
    const ids = runs.slice(from, from + step).map(({ id }) => id);
    for (const { runId, answers } of await readPacked(ids, versions)) packed.set(runId, Buffer.from(answers));
  }
  return runs.map(({ ranAt, ...run }) => ({
    ...run,
    ranAt: ranAt?.toISOString().slice(0, 10) ?? null,
    isSelecting: run.id === referenceRunId,
    predictions: unpack(packed.get(run.id) ?? Buffer.alloc(0), cases.length),
  }));
}

async function readPacked(runIds: readonly number[], versions: readonly number[]) {
  return db.$queryRaw<{ runId: number; answers: Uint8Array }[]>`
    SELECT r.id AS "runId", string_agg(
      int2send((CASE WHEN p.run_id IS NULL THEN 2 WHEN p.choice IS NULL THEN 1 ELSE 0 END)::int2)
      || int2send(coalesce(p.choice, -1)::int2)
      || int2send(coalesce(p.rank, 0)::int2) || int2send(coalesce(p.above, 0)::int2)
      || int2send(coalesce(p.tied, 0)::int2)
      || float8send(CASE WHEN p.choice IS NULL THEN 'NaN' ELSE coalesce(p.correct::int::float8, 'NaN') END)
      || float8send(coalesce(p.confidence, 'NaN')) || float8send(coalesce(p.squared_error, 'NaN'))
      || float8send(coalesce(p.probabilities[g.choice + 1], 'NaN')), ''::bytea ORDER BY w.place) AS answers
    FROM unnest(${runIds}::int[]) AS r (id)
      CROSS JOIN unnest(${versions}::int[]) WITH ORDINALITY AS w (version, place)
      LEFT JOIN case_golds g ON g.case_version_id = w.version
      LEFT JOIN predictions p ON p.run_id = r.id AND p.case_version_id = w.version
    GROUP BY r.id`;
}

function unpack(packed: Buffer, cases: number): PredictionColumns {
  const scores = new Float64Array(cases).fill(NaN);
  const columns: PredictionColumns = {
    measures: [scores],
    choice: new Int8Array(cases).fill(-1),
    failed: new Uint8Array(cases),
    rank: new Int8Array(cases),
    above: new Int8Array(cases),
    tied: new Int8Array(cases),
    confidence: new Float64Array(cases).fill(NaN),
    squaredError: new Float64Array(cases).fill(NaN),
    goldProbability: new Float64Array(cases).fill(NaN),
  };
  for (let i = 0, at = 0; at < packed.length; i += 1, at += bytesEach) {
    columns.failed[i] = packed.readInt16BE(at) === 1 ? 1 : 0;
    columns.choice[i] = packed.readInt16BE(at + 2);
    columns.rank[i] = packed.readInt16BE(at + 4);
    columns.above[i] = packed.readInt16BE(at + 6);
    columns.tied[i] = packed.readInt16BE(at + 8);
    scores[i] = packed.readDoubleBE(at + 10);
    columns.confidence[i] = packed.readDoubleBE(at + 18);
    columns.squaredError[i] = packed.readDoubleBE(at + 26);
    columns.goldProbability[i] = packed.readDoubleBE(at + 34);
  }
  return columns;
}
