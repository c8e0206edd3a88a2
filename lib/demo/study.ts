import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { openDemoStudy, type DemoBenchmark } from "#lib/demo/opened.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import type { Study } from "#lib/studies/queries.ts";
import { designSchema, isRunning, type Design } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import consent from "#prisma/demo/consent.json" with { type: "json" };

type Admin = Viewer<"admin">;

export type SeededStudy = { slug: string; isNew: boolean; path: string | null };

const title = "Who is speaking? Demo study";
const [seed, cap] = [2025, 1000];

/** As the template has it, with the lines of a consent that somebody else would write for their own house. Who only looks around is not tested. */
function planned(): Design {
  const template = withoutChecks(newDesign("personaeval", seed));
  return designSchema.parse({ ...template, rules: {}, words: { ...template.words, ...consent } });
}

/**
 * An open study by the template, sampled from the lexical baseline's confident errors, and a link to take part.
 * One that is there is left as it is; one that an admin has closed gets no link.
 */
export async function seedStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  researcherId: string | null,
): Promise<SeededStudy> {
  const { study, isNew } = await openDemoStudy(viewer, benchmark, title, planned());
  if (researcherId) await addMember(viewer, { studyId: study.id, userId: researcherId });
  return { slug: study.slug, isNew, path: await findLink(viewer, study) };
}

/** The link is meant to be passed on, so it can be shown again. */
async function findLink(viewer: Admin, { id, state }: Study): Promise<string | null> {
  if (!isRunning(state)) return null;
  const link = await db.invitation.findFirst({
    where: {
      studyId: id,
      recruitment: "open_link",
      publicCode: { not: null },
      revokedAt: null,
      replacedById: null,
      uses: { lt: db.invitation.fields.maxUses },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { publicCode: true },
    orderBy: { number: "asc" },
  });
  if (link?.publicCode) return joinPath(link.publicCode);
  const made = await createOpenLink(viewer, id, { cap, cohort: null, expiresAt: null });
  if (!made.ok) throw new Error(`no link into the demo's study: ${made.error}`);
  return joinPath(made.value.code);
}
