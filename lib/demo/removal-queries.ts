import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { DemoContents, DemoCounts } from "#lib/demo/schema.ts";

type Admin = Viewer<"admin">;

/** What a removal would take, and what of the demo would stay because something else needs it; null where it would take nothing. */
export async function getDemoContents(_admin: Admin): Promise<DemoContents | null> {
  // In SQL: the database decides what goes, so that what is announced is what is removed.
  const [[found], kept] = await Promise.all([
    db.$queryRaw<{ counts: DemoCounts }[]>`SELECT demo_counts() AS counts`,
    db.$queryRaw<DemoContents["kept"]>`
      WITH extent AS MATERIALIZED (SELECT * FROM demo_extent())
      SELECT b.name, array_agg(DISTINCT users.name ORDER BY users.name) AS "usedBy" FROM extent, benchmarks b JOIN (
        SELECT benchmark_id, title AS name, id AS study_id, NULL::uuid AS review_id, NULL::int AS made_id FROM studies
        UNION ALL SELECT benchmark_id, title, NULL, id, NULL FROM reviews
        UNION ALL SELECT l.parent_benchmark_id, made.name, NULL, NULL, made.id
          FROM benchmark_lineages l JOIN benchmarks made ON made.id = l.benchmark_id
      ) users ON users.benchmark_id = b.id
      WHERE b.is_demo AND b.id <> ALL(benchmark_ids)
        AND (study_id = ANY(study_ids) OR review_id = ANY(review_ids) OR made_id = ANY(benchmark_ids)) IS NOT TRUE
      GROUP BY b.id
      UNION ALL
      SELECT s.title, array_agg(r.title ORDER BY r.title) FROM studies s JOIN reviews r ON r.study_id = s.id
      WHERE s.is_demo AND NOT r.is_demo GROUP BY s.id
      ORDER BY 1`,
  ]);
  if (!found) return null;
  const { studies, reviews, benchmarks, accounts } = found.counts;
  return studies + reviews + benchmarks + accounts === 0 ? null : { counts: found.counts, kept };
}

/** Whether it was removed and not made again since: no start brings it back then. */
export async function isDemoRemoved(_admin: Admin): Promise<boolean> {
  const [removals, studies] = await Promise.all([
    db.demoRemoval.count(),
    db.study.count({ where: { isDemo: true } }),
  ]);
  return removals > 0 && studies === 0;
}
