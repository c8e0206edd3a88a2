import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { filtersSql } from "#lib/benchmarks/lineage/schema.ts";
import { db } from "#lib/db.ts";
import { isSameModel, type RunName } from "#lib/studies/run-names.ts";
import { listFilters, type Filter } from "#lib/studies/selectors/schema.ts";

/** A published card that doesn't name some of those who filtered what its study's cases were drawn from. */
export type SilentCard = { slug: string; title: string; issue: number; unnamed: Filter[] };

/** In SQL: cards are read as the JSON that they are. What was signed stays as it is until an admin publishes it anew or switches it off. */
export async function listSilentCards(
  _admin: Viewer<"admin">,
  { slug = null }: { slug?: string | null } = {},
): Promise<SilentCard[]> {
  const cards = await db.$queryRawUnsafe<
    (Omit<SilentCard, "unnamed"> & { filters: Filter[]; named: RunName[] | null })[]
  >(
    `SELECT s.slug, s.title, c.issue, c.document::jsonb -> 'filters' AS named, ${filtersSql("s.benchmark_id")} AS filters
     FROM study_cards c JOIN studies s ON s.id = c.study_id
     WHERE c.is_published AND c.document IS NOT NULL AND ($1::text IS NULL OR s.slug = $1) ORDER BY s.title, s.slug`,
    slug,
  );
  return cards.flatMap(({ filters, named, ...card }) => {
    const unnamed = listFilters({ filters }).filter(
      (one) => !(named ?? []).some((other) => isSameModel(one, other)),
    );
    return unnamed.length > 0 ? [{ ...card, unnamed }] : [];
  });
}
