import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { listWrongConfidences } from "#lib/studies/frame-queries.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening-mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import { isRunning, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

type Admin = Viewer<"admin">;

export type SeededStudy = { slug: string; isNew: boolean; path: string | null };

const title = "Who is speaking? Demo study";
const [seed, cap] = [2025, 1000];
const reference = { model: "Lexical overlap", method: "baseline", version: "" };

/**
 * An open study by the template, sampled from the lexical baseline's confident errors, and a link to take part.
 * One that is there is left as it is; one that an admin has closed gets no link.
 */
export async function seedStudy(
  viewer: Admin,
  benchmark: { id: number; slug: string },
  researcherId: string | null,
): Promise<SeededStudy> {
  const select = { slug: true } as const;
  const where = { isDemo: true, benchmarkId: benchmark.id };
  const there = await db.study.findFirst({ where, select, orderBy: { createdAt: "asc" } });
  const slug = there?.slug ?? (await makeDraft(viewer, benchmark));
  const study = await openOnce(viewer, slug);
  if (researcherId) await addMember(viewer, { studyId: study.id, userId: researcherId });
  return { slug, isNew: there === null, path: await findLink(viewer, study) };
}

async function makeDraft(viewer: Admin, benchmark: { id: number; slug: string }): Promise<string> {
  const design = newDesign("personaeval", seed);
  const threshold = await findThreshold(viewer, benchmark.id, design);
  const frame = { ...design.frame, reference: { ...reference, threshold } };
  const file = { ...design, title, benchmark: benchmark.slug, frame };
  const made = await createStudyFrom(viewer, file, { isDemo: true });
  if (!made.ok) throw new Error(`the demo's study is not what it should be: ${JSON.stringify(made.fields)}`);
  return made.value.slug;
}

/** The highest one, in hundredths, with which every track still has as many cases as the template asks for. */
async function findThreshold(viewer: Admin, benchmarkId: number, { frame, sample }: Design): Promise<number> {
  const whole = { ...frame, reference: { ...reference, threshold: 0 } };
  const curves = await listWrongConfidences(viewer, benchmarkId, whole);
  const isEnough = (hundredths: number) =>
    Object.entries(sample.quota).every(([track, quota]) => {
      const curve = curves.find((it) => it.track === track);
      return (curve?.selectedAt[hundredths] ?? 0) >= quota;
    });
  for (let hundredths = 100; hundredths >= 0; hundredths--) if (isEnough(hundredths)) return hundredths / 100;
  throw new Error("the lexical baseline is not wrong often enough for the demo's study");
}

async function openOnce(viewer: Admin, slug: string): Promise<Study> {
  const study = await requireStudy(viewer, slug);
  if (study.state !== "draft") return study;
  const { facts, problems } = await getPlan(viewer, study);
  if (!facts.sample?.ok) throw new Error(`the demo's study can't open: ${JSON.stringify(problems)}`);
  const seen = { revision: study.revision, digest: facts.sample.plan.digest };
  const opened = await openStudy(viewer, slug, seen);
  if (!opened.ok) throw new Error(`the demo's study can't open: ${JSON.stringify(opened)}`);
  return requireStudy(viewer, slug);
}

async function requireStudy(viewer: Admin, slug: string): Promise<Study> {
  const study = await getStudy(viewer, slug);
  if (!study) throw new Error(`the demo's study ${slug} is gone`);
  return study;
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
