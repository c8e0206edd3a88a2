import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { db } from "#lib/db.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { nameOf } from "#lib/studies/sampling/pools.ts";
import { findNoLongerAlike, listAlike, type NoLongerAlike } from "#lib/studies/sampling/rated-once.ts";
import type { PlannedCase } from "#lib/studies/sampling/sampling.ts";
import type { Sample } from "#lib/studies/schema.ts";
import { kindsOnScales } from "#lib/task-kinds/server-registry.ts";

// By the hash of a version, null of what is on no scale: a plan is looked at more often than its cases change.
const known = new BoundedMap<string, string | null>(50_000);

/**
 * What raters see of each case, as a digest; of cases on scales alone. In SQL: digests, so that no text travels. What judges
 * alone see is no part of it, nor who wrote what is judged.
 */
export async function digestShown(
  _admin: Viewer<"admin">,
  cases: readonly Pick<EligibleCase, "versionId" | "hash">[],
): Promise<Map<number, string>> {
  const open = cases.filter(({ hash }) => !known.has(hash));
  const asked =
    open.length > 0 ? await readDigests(open.map(({ versionId }) => versionId)) : new Map<number, string>();
  const found = cases.flatMap(({ versionId, hash }): [number, string][] => {
    const shown = asked.get(versionId) ?? known.get(hash);
    return shown == null ? [] : [[versionId, shown]];
  });
  for (const { versionId, hash } of open) known.set(hash, asked.get(versionId) ?? null);
  return new Map(found);
}

async function readDigests(versions: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.$queryRaw<{ id: number; shown: string }[]>`
    SELECT v.id, md5(jsonb_build_array(c.kind, v.content - 'parts', to_jsonb(v.option_names), (
        SELECT jsonb_agg(part ORDER BY place)
        FROM jsonb_array_elements(v.content->'parts') WITH ORDINALITY AS p (part, place)
        WHERE part->'seenBy' IS NULL))::text) AS shown
    FROM case_versions v JOIN cases c ON c.id = v.case_id
    WHERE v.id = ANY(${versions}::int[]) AND c.kind::text = ANY(${kindsOnScales}::text[])`;
  return new Map(rows.map(({ id, shown }) => [id, shown]));
}

/** Whether what the plan rates once still reads the same, by the cases as they are now. */
export async function checkRatedOnce(
  viewer: Viewer<"admin">,
  cases: readonly EligibleCase[],
  { ratedOnce = [] }: Pick<Sample, "ratedOnce">,
): Promise<NoLongerAlike[]> {
  if (ratedOnce.length === 0) return [];
  const names = new Set(
    ratedOnce.flatMap(({ track, key, for: others }) =>
      [key].concat(others).map((one) => nameOf({ track, key: one })),
    ),
  );
  const named = cases.filter((one) => names.has(nameOf(one)));
  return findNoLongerAlike(named, await digestShown(viewer, named), ratedOnce);
}

/** Drawn cases that would be rated besides others that show the same. */
export async function countAlike(viewer: Viewer<"admin">, cases: readonly PlannedCase[]): Promise<number> {
  const rated = cases.filter(({ ratedAs }) => ratedAs === undefined);
  const alike = listAlike(rated, await digestShown(viewer, rated));
  return alike.reduce((count, { for: others }) => count + others.length, 0);
}
