import { Prisma } from "#lib/generated/prisma/client.ts";
import { goes, silent, stays } from "#lib/curation/confidence/votes.ts";
import type { Settings } from "#lib/curation/confidence/schema.ts";

type VoteQuery = Pick<Settings, "threshold" | "exactly"> & { benchmarkId: number; runIds: readonly number[] };

/**
 * Each current case of a benchmark with what every run gave to its right option, and how the runs vote: `id`, `track`, the
 * places by which it is ordered, `said` and `votes`. A failed call says nothing, nor does a bare choice, which has no
 * probabilities. In SQL: Prisma doesn't look into lists.
 */
export function votesSql({ benchmarkId, runIds, threshold, exactly }: VoteQuery): Prisma.Sql {
  const names = runIds.map((_, i) => Prisma.raw(`p${i}`));
  const given = names.map(
    (p) => Prisma.sql`CASE WHEN NOT ${p}.failed THEN ${p}.probabilities[g.choice + 1] END AS ${p}`,
  );
  const joins = names.map(
    (p, i) =>
      Prisma.sql`LEFT JOIN predictions ${p} ON ${p}.run_id = ${runIds[i]} AND ${p}.case_version_id = v.id`,
  );
  const isMore = Prisma.raw(exactly === "goes" ? ">=" : ">");
  const votes = names.map(
    (p) =>
      Prisma.sql`CASE WHEN ${p} ${isMore} ${threshold}::float8 THEN ${goes} WHEN ${p} IS NULL THEN ${silent} ELSE ${stays} END`,
  );
  return Prisma.sql`
    SELECT id, track, "trackPlace", place, key, ARRAY[${Prisma.join(names)}]::float8[] AS said,
      ${Prisma.join(votes, " || ")} AS votes
    FROM (
      SELECT v.id, t.name AS track, t.position AS "trackPlace", c.position AS place, c.key, ${Prisma.join(given)}
      FROM tracks t JOIN cases c ON c.track_id = t.id
        JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
        LEFT JOIN case_golds g ON g.case_version_id = v.id
        ${Prisma.join(joins, "\n")}
      WHERE t.benchmark_id = ${benchmarkId}
    ) answered`;
}
