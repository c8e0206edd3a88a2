import type { Transaction } from "#lib/db.ts";
import type { RunName } from "#lib/studies/run-names.ts";
import { quotaNames } from "#lib/studies/strata/schema.ts";
import type { Design } from "#lib/studies/schema.ts";
import type { TrackCases } from "#lib/studies/template-texts/judging-templates.ts";
import type { Problems } from "#lib/studies/opening/study-file.ts";

export async function listTrackNames(tx: Transaction, benchmarkId: number): Promise<string[]> {
  const where = { benchmarkId };
  const tracks = await tx.track.findMany({ where, select: { name: true }, orderBy: { position: "asc" } });
  return tracks.map(({ name }) => name);
}

/**
 * In SQL: Prisma can't count by what stands in a content. Of each track its cases of one kind and scale, and what questions they
 * ask of whom.
 */
export const listTrackCases = (tx: Transaction, benchmarkId: number): Promise<TrackCases[]> =>
  tx.$queryRaw`
    SELECT t.name AS track, c.kind::text, v.content->>'scale' AS scale, count(*)::int AS cases,
      count(DISTINCT v.group_name)::int AS groups,
      coalesce(max(cardinality(v.option_names)), 0)::int AS options,
      coalesce(array_agg(DISTINCT md5(concat_ws(' ', coalesce(v.attributes->>'question_id', v.content->>'question'), v.group_name)))
        FILTER (WHERE c.kind = 'texts'), '{}') AS questions
    FROM tracks t JOIN cases c ON c.track_id = t.id
      JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL AND v.content IS NOT NULL
    WHERE t.benchmark_id = ${benchmarkId} GROUP BY t.id, c.kind, scale ORDER BY t.position`;

/** What a design names that its benchmark doesn't have, by the path of where. */
export async function findMissing(tx: Transaction, benchmarkId: number, design: Design): Promise<Problems> {
  const missing: Record<string, string> = {};
  const { frame, sample } = design;
  const tracks = new Set(await listTrackNames(tx, benchmarkId));
  for (const [i, track] of frame.tracks.entries())
    if (!tracks.has(track)) missing[`frame.tracks.${i}`] = "unknown";
  for (const kind of [...Object.values(quotaNames), "groups"] as const)
    for (const track of Object.keys(sample[kind] ?? {}))
      if (!tracks.has(track)) missing[`sample.${kind}.${track}`] = "unknown";
  for (const kind of ["attention", "practice"] as const)
    for (const [i, { track, key }] of sample[kind].cases.entries()) {
      const where = { key, track: { benchmarkId, name: track } };
      if ((await tx.case.count({ where })) === 0) missing[`sample.${kind}.cases.${i}`] = "unknown";
    }
  for (const [place, { model, method, version }] of listNamedRuns(design)) {
    const where = { benchmarkId, model, method, version };
    if ((await tx.modelRun.count({ where })) === 0) missing[place] = "unknown";
  }
  return missing;
}

/** Every run that a plan names, with the path of where. */
function listNamedRuns({ frame, claims }: Design): [place: string, RunName][] {
  const named: [string, RunName][] = frame.reference ? [["frame.reference", frame.reference]] : [];
  if (claims?.comparator?.by === "name") named.push(["claims.comparator.run", claims.comparator.run]);
  for (const [i, sibling] of (claims?.siblings ?? []).entries())
    named.push([`claims.siblings.${i}`, sibling]);
  return named;
}
