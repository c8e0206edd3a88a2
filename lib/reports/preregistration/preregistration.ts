import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import type { PlannedStudy } from "#lib/reports/preregistration/write.ts";
import { getFrozenPlan, getStanding, type Study } from "#lib/studies/queries.ts";
import { readDraft, readManifest } from "#lib/studies/opening/plan-reading.ts";
import { standingOf } from "#lib/studies/opening/judged-power.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";

/** Of what was frozen, or of the draft as it stands, which admins alone see. */
export async function getPlanned(viewer: Staff, study: Study): Promise<PlannedStudy | null> {
  const { slug, title } = study;
  const stored = await getFrozenPlan(study.id);
  if (stored) {
    const { frozen, manifest } = stored;
    const { design, eligible, software } = manifest;
    return {
      slug,
      title: manifest.title,
      plan: readManifest(manifest, study.benchmark),
      power: await computePower(design, eligible, {
        withChanges: false,
        standing: await getStanding(study.id),
      }),
      frozen: { at: new Date(manifest.openedAt), hash: frozen.hash, software: software.version },
    };
  }
  if (!hasRole(viewer, ["admin"])) return null;
  const { facts } = await getPlan(viewer, study);
  return {
    slug,
    title,
    plan: readDraft(study.design, facts),
    frozen: null,
    power: await computePower(study.design, facts.tracks, {
      withChanges: false,
      standing: standingOf(facts),
    }),
  };
}
