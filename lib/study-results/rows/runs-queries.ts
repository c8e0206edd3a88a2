import "server-only";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { packedSql, unpackPredictions } from "#lib/study-results/rows/packed-predictions.ts";
import type { Apart, CaseRow, RunRow, RunTaken } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import { isSibling, type BenchmarkRun } from "#lib/studies/schema.ts";

// So many answers are packed by one statement; while it is read, nobody else is answered.
const answersAtOnce = 200_000;

/** Every run of the study's benchmark with what it answered to these versions of the cases. */
export async function readRuns(
  { id: studyId, ...chosen }: Pick<StudyFacts, "id" | "referenceRunId" | "design">,
  cases: readonly CaseRow[],
): Promise<RunRow[]> {
  const runs = await db.modelRun.findMany({
    where: { benchmark: { studies: { some: { id: studyId } } } },
    select: {
      id: true,
      model: true,
      method: true,
      version: true,
      replicate: true,
      isDemo: true,
      isFilter: true,
      isFake: true,
      base: true,
      ranAt: true,
      context: true,
      createdAt: true,
      endpointRun: { select: { studyId: true, arm: true } },
    },
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
  });
  const versions = cases.map(({ versionId }) => versionId);
  const packed = new Map<number, Buffer>();
  const step = Math.max(1, Math.floor(answersAtOnce / Math.max(1, cases.length)));
  for (let from = 0; from < runs.length; from += step) {
    const ids = runs.slice(from, from + step).map(({ id }) => id);
    for (const { runId, answers } of await readPacked(ids, versions)) packed.set(runId, Buffer.from(answers));
  }
  const taken = await readTaken(
    versions,
    runs.map(({ id }) => id),
  );
  return runs.map(({ ranAt, isFilter, isFake, createdAt, endpointRun, ...run }) => ({
    ...run,
    addedAt: createdAt,
    ranAt: ranAt?.toISOString().slice(0, 10) ?? null,
    apart: tellApart({ ...run, isFilter, isFake }, chosen),
    // Of another study's arms this one knows nothing.
    arm: endpointRun?.studyId === studyId ? endpointRun.arm : null,
    taken: taken.get(run.id) ?? null,
    predictions: unpackPredictions(packed.get(run.id) ?? Buffer.alloc(0)),
  }));
}

/** By the plan as it was frozen; whether a run filtered the benchmark may become known later. */
function tellApart(
  run: BenchmarkRun & { id: number },
  { referenceRunId, design }: Pick<StudyFacts, "referenceRunId" | "design">,
): Apart | null {
  if (run.id === referenceRunId) return "selecting";
  if (run.isFake) return "fake";
  if (isSibling(run, design)) return "sibling";
  return run.isFilter ? "filter" : null;
}

/** In SQL: sums over the tries of runs that were made from here; of a try about several cases each has its share. */
async function readTaken(
  versions: readonly number[],
  runIds: readonly number[],
): Promise<Map<number, RunTaken>> {
  const rows = await db.$queryRaw<(RunTaken & { runId: number })[]>`
    SELECT asked.run_id AS "runId", count(*)::int AS cases, count(*) FILTER (WHERE NOT is_answered)::int AS failed,
      round(sum(tries))::int AS tries, sum(seconds) AS seconds, CASE WHEN sum(unpriced) = 0 THEN sum(money) END AS money, currency
    FROM (
      SELECT e.run_id, e.plan->>'currency' AS currency, count(*)::numeric / r.in_call AS tries,
        coalesce(sum(c.total_ms), 0) / 1000 / r.in_call AS seconds, coalesce(sum(c.money), 0) / r.in_call AS money,
        EXISTS (SELECT FROM predictions p WHERE p.run_id = e.run_id AND p.case_version_id = r.case_version_id AND NOT p.failed)
          AS is_answered,
        count(*) FILTER (WHERE c.money IS NULL AND (c.failure IS NULL OR c.output_tokens IS NOT NULL)) AS unpriced
      FROM endpoint_runs e JOIN endpoint_run_cases r ON r.endpoint_run_id = e.id
        JOIN model_calls c ON c.endpoint_run_id = e.id AND c.case_version_id = coalesce(r.asked_with, r.case_version_id)
      WHERE e.run_id = ANY (${[...runIds]}) AND r.case_version_id = ANY (${[...versions]})
      GROUP BY e.id, r.endpoint_run_id, r.case_version_id
    ) asked GROUP BY asked.run_id, currency`;
  return new Map(rows.map(({ runId, ...taken }) => [runId, taken]));
}

/** In SQL: packed, since Prisma would make objects of up to a million answers. */
async function readPacked(runIds: readonly number[], versions: readonly number[]) {
  return db.$queryRaw<{ runId: number; answers: Uint8Array }[]>`
    SELECT r.id AS "runId", string_agg(${Prisma.raw(packedSql)}, ''::bytea ORDER BY w.place) AS answers
    FROM unnest(${runIds}::int[]) AS r (id)
      CROSS JOIN unnest(${versions}::int[]) WITH ORDINALITY AS w (version, place)
      LEFT JOIN case_golds g ON g.case_version_id = w.version
      LEFT JOIN predictions p ON p.run_id = r.id AND p.case_version_id = w.version
    GROUP BY r.id`;
}
