import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { judgingTemplates } from "#lib/studies/judging-templates.ts";
import { fitsTemplate, templateNames, type TemplateName } from "#lib/studies/template.ts";

const scaledKinds = Object.values(judgingTemplates).flatMap(({ kind, scale }) => (scale ? [kind] : []));

/**
 * The templates that each benchmark's cases fit, by its address; all of them where it has no cases yet. In SQL: Prisma can't
 * read a scale out of a content, and reads it here only where a template asks for one.
 */
export async function listFittingTemplates(
  _admin: Viewer<"admin">,
): Promise<ReadonlyMap<string, readonly TemplateName[]>> {
  const found = await db.$queryRaw<{ slug: string; kind: string; scale: string | null }[]>`
    SELECT DISTINCT b.slug, c.kind::text AS kind,
      CASE WHEN c.kind::text = ANY(${scaledKinds}::text[]) THEN v.content->>'scale' END AS scale
    FROM benchmarks b JOIN tracks t ON t.benchmark_id = b.id JOIN cases c ON c.track_id = t.id
      JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL AND v.content IS NOT NULL`;
  return new Map(
    [...Map.groupBy(found, ({ slug }) => slug)].map(([slug, cases]) => [
      slug,
      templateNames.filter((template) => fitsTemplate(template, cases)),
    ]),
  );
}
