import "server-only";
import { hkdfSync } from "node:crypto";
import { secret } from "#lib/auth/secrets/secrets.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { describeCase } from "#lib/benchmarks/case-files/export-cases.ts";
import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { filtersSql } from "#lib/benchmarks/lineage/schema.ts";
import type { ExportedCase } from "#lib/benchmarks/case-queries.ts";
import type { TrackInFolder } from "#lib/benchmark-folders/schema.ts";
import { db } from "#lib/db.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import type { RunQuery } from "#lib/study-exports/source.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

// In SQL: a moment has a connection of its own.

type BenchmarkRow = {
  slug: string;
  name: string;
  description: string;
  isDemo: boolean;
  digest: string;
  newest: Date | null;
  kinds: CaseKind[];
  filters: Filter[];
  clusterUnit: ClusterUnit | null;
};
export type BenchmarkFacts = BenchmarkRow & { tracks: readonly (TrackInFolder & { id: number })[] };

/** What a benchmark is at that moment. */
export async function readBenchmark(
  _admin: Viewer<"admin">,
  ask: RunQuery,
  benchmarkId: number,
): Promise<BenchmarkFacts | null> {
  const [told] = await ask<BenchmarkRow>(
    "folder benchmark",
    `SELECT b.slug, b.name, b.description, b.is_demo AS "isDemo", b.cluster_unit AS "clusterUnit", encode(digest_of_cases(b.id), 'hex') AS digest,
       (SELECT max(v.created_at) FROM tracks t JOIN cases c ON c.track_id = t.id
         JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL WHERE t.benchmark_id = b.id) AS newest,
       ARRAY(SELECT DISTINCT c.kind::text FROM tracks t JOIN cases c ON c.track_id = t.id
         WHERE t.benchmark_id = b.id ORDER BY 1) AS kinds,
       ${filtersSql("b.id")} AS filters
     FROM benchmarks b WHERE b.id = $1`,
    [benchmarkId],
  );
  if (!told) return null;
  const tracks = await ask<TrackInFolder & { id: number }>(
    "folder tracks",
    `SELECT t.id, t.name, t.language, t.categories::text, coalesce(t.category_names, '{}') AS "categoryNames",
       (SELECT count(*)::int FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
         WHERE c.track_id = t.id) AS cases
     FROM tracks t WHERE t.benchmark_id = $1 ORDER BY t.position`,
    [benchmarkId],
  );
  return { ...told, tracks };
}

type Row = Omit<ExportedCase, "case" | "gold"> & {
  position: number;
  caseId: number;
  sha256: string;
  key: string;
  kind: CaseKind;
  source: string | null;
  gold: number | null;
};

/** So many cases are read at once. While they are written, nobody else is answered. */
const casesAtOnce = 100;

const text = `
  SELECT v.id, c.position, c.id AS "caseId", encode(v.hash, 'hex') AS sha256, v.prompt_hash AS "promptHash", v.original,
    v.content, v.option_names AS "optionNames", v.group_name AS "group", v.attributes, g.choice::int AS gold,
    c.key, c.kind::text, c.source
  FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
    LEFT JOIN case_golds g ON g.case_version_id = v.id
  WHERE c.track_id = $1 AND (c.position, c.id) > ($2::int, $3::int)
  ORDER BY c.position, c.id LIMIT $4`;

/** Every current case, as a line of the product's own format and what else is known of it, in the order of the benchmark. */
export async function* readCases(
  _admin: Viewer<"admin">,
  ask: RunQuery,
  { tracks }: Pick<BenchmarkFacts, "tracks">,
): AsyncGenerator<Readonly<Record<string, unknown>>[]> {
  for (const track of tracks) {
    for (let at = [-1, -1]; ;) {
      const rows = await ask<Row>("folder cases", text, [track.id, ...at, casesAtOnce]);
      if (rows.length > 0) yield rows.map((row) => lineOf(row, track));
      const last = rows.at(-1);
      if (!last || rows.length < casesAtOnce) break;
      at = [last.position, last.caseId];
    }
  }
}

function lineOf({ sha256, key, kind, source, gold, ...version }: Row, { name, language }: TrackInFolder) {
  const of = { key, kind, source, track: { name } };
  const { id, track, ...rest } = describeCase({
    ...version,
    gold: gold === null ? null : { choice: gold },
    case: of,
  });
  return { id, track, language, sha256, ...rest };
}

/** Cases that a study asked in a version that the benchmark no longer has. What an arm showed otherwise never was one of its. */
export async function countChanged(ask: RunQuery, studyId: SeenStudyId): Promise<number> {
  const [found] = await ask<{ changed: number }>(
    "folder changed",
    `SELECT count(*)::int AS changed FROM study_cases s JOIN case_versions v ON v.id = s.case_version_id
     WHERE s.study_id = $1::uuid AND v.retired_at IS NOT NULL AND v.variation IS NULL`,
    [studyId],
  );
  return found?.changed ?? 0;
}

export type StudyToGoAlong = {
  slug: string;
  title: string;
  isDemo: boolean;
  closedAt: Date;
  hasSimulated: boolean;
  people: number;
  changed: number;
};

/** Closed studies of a benchmark, the last first. */
export async function listStudiesToGoAlong(
  _admin: Viewer<"admin">,
  benchmarkId: number,
): Promise<StudyToGoAlong[]> {
  return db.$queryRaw<StudyToGoAlong[]>`
    SELECT s.slug, s.title, s.is_demo AS "isDemo", s.closed_at AS "closedAt", s.has_simulated AS "hasSimulated",
      (SELECT count(*)::int FROM sittings i WHERE i.study_id = s.id AND i.state IN ('started', 'submitted')) AS people,
      (SELECT count(*)::int FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id
        WHERE c.study_id = s.id AND v.retired_at IS NOT NULL AND v.variation IS NULL) AS changed
    FROM studies s WHERE s.benchmark_id = ${benchmarkId} AND s.state IN ('closed', 'archived') AND s.closed_at IS NOT NULL
    ORDER BY s.closed_at DESC, s.id`;
}

/**
 * What the numbers of a study's participants are drawn by: always the same here, so that the same answers are the same
 * file, and nobody elsewhere can know it.
 */
export const participantsKey = (studyId: SeenStudyId): string =>
  Buffer.from(
    hkdfSync("sha256", secret(), studyId, "benchside: participants of benchmarks that leave", 16),
  ).toString("hex");
