import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { parseManifest, type Manifest } from "#lib/studies/opening/manifest.ts";
import { getManifest, type FrozenManifest } from "#lib/studies/queries.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What a study froze, as its bytes and as it is read; null for a draft. */
export async function getFrozenPlan(
  studyId: SeenStudyId,
): Promise<{ frozen: FrozenManifest; manifest: Manifest } | null> {
  const frozen = await getManifest(studyId);
  if (!frozen) return null;
  const manifest = parseManifest(frozen.content);
  return { frozen, manifest: { ...manifest, eligible: await addKinds(studyId, manifest.eligible) } };
}

/**
 * A manifest names no kinds where all cases are of the usual one, nor where it was written before kinds were named: there the
 * cases that the study drew tell them. A track of which none was drawn tells nothing.
 */
export async function addKinds(
  studyId: SeenStudyId,
  eligible: Manifest["eligible"],
): Promise<Manifest["eligible"]> {
  if (eligible.every(({ kinds }) => kinds !== undefined)) return eligible;
  const drawn = await listDrawn(studyId);
  return eligible.map((track) => {
    if (track.kinds !== undefined) return track;
    const own = drawn.filter((one) => one.track === track.track);
    const kinds = own.map(({ kind }) => kind);
    const isWithoutGold =
      own.length > 0 && own.every(({ kind, gold }) => !serverKindOf(kind).needsGold && gold === 0);
    return { ...track, kinds, ...(isWithoutGold && { withGold: 0 }) };
  });
}

/** In SQL: Prisma can't count by another table's column. */
const listDrawn = (studyId: SeenStudyId): Promise<{ track: string; kind: KindName; gold: number }[]> =>
  db.$queryRaw`
    SELECT t.name AS track, k.kind::text, count(g.choice)::int AS gold
    FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id JOIN cases k ON k.id = v.case_id
      JOIN tracks t ON t.id = k.track_id LEFT JOIN case_golds g ON g.case_version_id = v.id
    WHERE c.study_id = ${studyId}::uuid AND c.stratum NOT IN ('attention', 'practice')
    GROUP BY t.name, k.kind ORDER BY t.name, k.kind`;
