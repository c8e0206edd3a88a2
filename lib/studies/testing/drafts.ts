import type { Viewer } from "#lib/auth/viewer.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import { studyFileSchema } from "#lib/studies/opening/study-file.ts";

type Admin = Viewer<"admin">;
type Changes = Record<string, unknown>;

export const words = {
  title: "Who is speaking?",
  welcome: "Welcome.",
  consent: "I take part.",
  instructions: "Read, then choose.",
  debrief: "Thank you.",
};

/** A small study that could open: four cases of the track Literary for everyone, in English. */
export const smallStudy = (changes: Changes = {}) =>
  studyFileSchema.parse({
    title: "Night watch",
    frame: { tracks: ["Literary"] },
    sample: { seed: 7, quota: { Literary: 4 } },
    words: { en: words },
    ...changes,
  });

export async function makeDraft(viewer: Admin, benchmark: string, changes: Changes = {}): Promise<string> {
  const made = await createStudyFrom(viewer, smallStudy({ benchmark, ...changes }));
  if (!made.ok) throw new Error(`no draft: ${JSON.stringify(made)}`);
  return made.value.slug;
}

export async function requireStudy(viewer: Admin, slug: string): Promise<Study> {
  const study = await getStudy(viewer, slug);
  if (!study) throw new Error(`there is no study ${slug}`);
  return study;
}

/** What somebody who looked at the plan sends along when opening it. */
export async function lookAt(viewer: Admin, slug: string): Promise<{ revision: number; digest: string }> {
  const study = await requireStudy(viewer, slug);
  const { facts, problems } = await getPlan(viewer, study);
  if (!facts.sample?.ok) throw new Error(`no sample: ${JSON.stringify(problems)}`);
  return { revision: study.revision, digest: facts.sample.plan.digest };
}
