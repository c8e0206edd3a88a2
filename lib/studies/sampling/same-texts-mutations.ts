import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, type Result } from "#lib/result.ts";
import { listEligible } from "#lib/studies/frame/queries.ts";
import { type ChangeRefusal, saveSample } from "#lib/studies/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { listAlike } from "#lib/studies/sampling/rated-once.ts";
import { digestShown } from "#lib/studies/sampling/rated-once-queries.ts";
import { fitBlocks } from "#lib/studies/sampling/smaller-quota.ts";
import { maxLeftOut, maxRatedOnce, type Sample } from "#lib/studies/schema.ts";

/**
 * Of the frame's cases that show raters the same, each set is rated once. Where the blocks took every case, they are
 * smaller or fewer then.
 */
export async function rateSameTextsOnce(
  viewer: Viewer<"admin">,
  slug: string,
  revision: number,
): Promise<Result<{ revision: number }, ChangeRefusal | "none_alike">> {
  const study = await getStudy(viewer, slug);
  if (!study?.benchmark) return fail("not_found");
  const { design, benchmark } = study;
  const { pairBy } = design.sample;
  const cases = await listEligible(viewer, benchmark.id, design.frame, { withEasy: false, pairBy });
  const ratedOnce = listAlike(cases, await digestShown(viewer, cases)).slice(0, maxRatedOnce);
  if (ratedOnce.length === 0) return fail("none_alike");
  const whole: Sample = { ...design.sample, ratedOnce };
  const { facts } = await getPlan(viewer, { ...study, design: { ...design, sample: whole } });
  const lacking = facts.sample?.ok === false ? facts.sample.shortfalls : [];
  const fitting = fitBlocks({ sample: whole, assignment: design.assignment }, lacking);
  return saveSample(viewer, slug, revision, { ...design, ...fitting });
}

/** Of new samples, to see what comes instead. */
const maxDraws = 10;

/**
 * Of cases that would ask a participant about one text twice, all but the first are left out of the sample. Where the
 * blocks took every case, they are smaller or fewer then.
 */
export async function leaveOutSameTexts(
  viewer: Viewer<"admin">,
  slug: string,
  revision: number,
): Promise<Result<{ revision: number }, ChangeRefusal>> {
  const study = await getStudy(viewer, slug);
  if (!study) return fail("not_found");
  let { design } = study;
  for (let draws = 0; draws < maxDraws; draws++) {
    const { facts } = await getPlan(viewer, { ...study, design });
    const lacking = facts.sample?.ok === false ? facts.sample.shortfalls : [];
    if (!facts.sameTexts && (lacking.length === 0 || draws === 0)) break;
    const { leftOut = [] } = design.sample;
    const { sample, assignment } = fitBlocks(design, lacking);
    const without = [...leftOut, ...(facts.sameTexts?.repeated ?? [])].slice(0, maxLeftOut);
    design = { ...design, sample: { ...sample, leftOut: without }, assignment };
  }
  return saveSample(viewer, slug, revision, design);
}
