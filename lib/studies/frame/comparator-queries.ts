import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { framedTracks, isFramed, noRun } from "#lib/studies/frame/queries.ts";
import type { BenchmarkRun, RunName } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Admin = Viewer<"admin">;
type Stored = { id: number };

export type StoredRun = BenchmarkRun & Stored;

export async function listBenchmarkRuns(_admin: Admin, benchmarkId: number): Promise<StoredRun[]> {
  return db.modelRun.findMany({
    where: { benchmarkId },
    select: { id: true, model: true, method: true, version: true, isFilter: true },
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
  });
}

/** Which runs are compared, and which versions of cases people are given. */
type Asked = { benchmarkId: number; frame: Frame; candidates: readonly Stored[]; served: readonly number[] };

const runIds = ({ candidates }: Asked) => candidates.map(({ id }) => id);

/** In SQL, as the frame is: cases of it that nobody is given, and of which it is known what is right. */
const unservedCases = ({ benchmarkId, frame, served }: Asked) => Prisma.sql`
  SELECT v.id FROM ${framedTracks(benchmarkId, frame, noRun)} AND ${isFramed(frame)}
    AND g.choice IS NOT NULL AND NOT EXISTS (SELECT FROM unnest(${served}::int[]) AS s (id) WHERE s.id = v.id)`;

/** How many such cases there are, and whether any of the runs answered one of them right. */
export async function countUnserved(
  _admin: Admin,
  asked: Asked,
): Promise<{ cases: number; isDecidable: boolean }> {
  const [counted] = await db.$queryRaw<{ cases: number; isDecidable: boolean }[]>`
    WITH unserved AS MATERIALIZED (${unservedCases(asked)})
    SELECT (SELECT count(*)::int FROM unserved) AS cases, EXISTS (
      SELECT FROM predictions p JOIN unserved u ON u.id = p.case_version_id
      WHERE p.run_id = ANY(${runIds(asked)}::int[]) AND p.correct AND NOT p.failed) AS "isDecidable"`;
  return counted ?? { cases: 0, isDecidable: false };
}

export type Placed = RunName & Stored & { cases: number; answered: number; right: number };

/** The runs by how many such cases each got right, best first; one without an answer is not right. Ties by name, as bytes. */
export async function placeOnUnserved(_admin: Admin, asked: Asked): Promise<Placed[]> {
  return db.$queryRaw<Placed[]>`
    WITH unserved AS MATERIALIZED (${unservedCases(asked)})
    SELECT r.id, r.model, r.method, r.version, (SELECT count(*)::int FROM unserved) AS cases,
      count(u.id)::int AS answered, count(u.id) FILTER (WHERE p.correct)::int AS "right"
    FROM model_runs r LEFT JOIN predictions p ON p.run_id = r.id AND NOT p.failed
      LEFT JOIN unserved u ON u.id = p.case_version_id
    WHERE r.id = ANY(${runIds(asked)}::int[])
    GROUP BY r.id ORDER BY "right" DESC, r.model COLLATE "C", r.method COLLATE "C", r.version COLLATE "C"`;
}
