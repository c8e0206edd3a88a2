import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { CaseRow, FrameRows, RunCounts, TrackRow } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import type { Frame } from "#lib/studies/schema.ts";
import { findReachGaps, frozenCounts, listFrameCells } from "#lib/studies/strata/schema.ts";

/** The frame of a study whose cases a run chose. Its cases are counted only where the sample can speak for all of them. */
export async function readFrame(
  { id, design: { frame }, benchmark }: Pick<StudyFacts, "id" | "design" | "benchmark">,
  tracks: readonly TrackRow[],
  cases: readonly CaseRow[],
): Promise<FrameRows | null> {
  if (!frame.reference) return null;
  const frozen = await readFrozenCounts(id);
  const cells = listFrameCells(
    frozen.filter(({ track }) => frame.tracks.includes(track)),
    (name, stratum) =>
      cases.filter(
        // Under an arm that shows them otherwise they are no cases of the frame.
        ({ varied, track, ...row }) => !varied && row.stratum === stratum && tracks[track]?.name === name,
      ).length,
  );
  const isWhole = findReachGaps(cells).length === 0;
  return { cells, now: isWhole ? await countNow(benchmark.id, frame) : null };
}

/** In SQL: a manifest names every case, and all of it would be fetched. */
async function readFrozenCounts(studyId: SeenStudyId) {
  const [manifest] = await db.$queryRaw<{ eligible: unknown }[]>`
    SELECT content::jsonb -> 'eligible' AS eligible FROM study_manifests WHERE study_id = ${studyId}::uuid`;
  return frozenCounts.array().parse(manifest?.eligible ?? []);
}

/** In SQL: sums over every answer of every run. */
async function countNow(benchmarkId: number, frame: Frame): Promise<FrameRows["now"]> {
  const rows = await db.$queryRaw<(RunCounts & { runId: number | null; cases: number })[]>`
    WITH framed AS MATERIALIZED (
      SELECT v.id FROM tracks t JOIN cases c ON c.track_id = t.id
        JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL AND v.content IS NOT NULL
        JOIN case_golds g ON g.case_version_id = v.id AND g.choice IS NOT NULL
      WHERE t.benchmark_id = ${benchmarkId} AND t.name = ANY(${frame.tracks}::text[])
        AND ${isWithin(Prisma.sql`v.option_count`, frame.options)}
        AND ${isWithin(Prisma.sql`v.answer_length`, frame.answerLength)}
    )
    SELECT NULL::int AS "runId", count(*)::int AS cases, 0 AS answered, 0 AS failed, 0 AS right FROM framed
    UNION ALL
    SELECT p.run_id, 0, count(*) FILTER (WHERE NOT p.failed)::int, count(*) FILTER (WHERE p.failed)::int,
      count(*) FILTER (WHERE p.correct)::int
    FROM framed JOIN predictions p ON p.case_version_id = framed.id GROUP BY p.run_id`;
  const runs = rows.flatMap(({ runId, cases: _cases, ...counts }) =>
    runId === null ? [] : ([[runId, counts]] as const),
  );
  return { cases: rows.find(({ runId }) => runId === null)?.cases ?? 0, runs: new Map(runs) };
}

const isWithin = (column: Prisma.Sql, range: Frame["options"]): Prisma.Sql =>
  range
    ? Prisma.sql`${column} BETWEEN ${range.least}::int AND ${range.most ?? 2 ** 31 - 1}::int`
    : Prisma.sql`true`;
