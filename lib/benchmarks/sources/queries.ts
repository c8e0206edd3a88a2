import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { NamedCase } from "#lib/benchmarks/sources/suggest-sources.ts";
import { db } from "#lib/db.ts";

/** In SQL: names stand in the turns of each content, and Prisma doesn't look into it. */
export const listNamedCases = async (_admin: Viewer<"admin">, benchmarkId: number): Promise<NamedCase[]> =>
  db.$queryRaw<NamedCase[]>`
    SELECT t.name AS track, c.key AS case,
      array_remove(ARRAY(
        SELECT DISTINCT turn ->> 'speaker' FROM jsonb_array_elements(
          CASE WHEN jsonb_typeof(v.content -> 'turns') = 'array' THEN v.content -> 'turns' ELSE '[]' END) turn
      ) || v.option_names[g.choice + 1], NULL) AS names
    FROM cases c JOIN tracks t ON t.id = c.track_id
      JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
      LEFT JOIN case_golds g ON g.case_version_id = v.id
    WHERE t.benchmark_id = ${benchmarkId} ORDER BY t.position, c.position, c.id`;
