import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { listWrongConfidences } from "#lib/studies/frame/queries.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, type Study } from "#lib/studies/queries.ts";
import type { Design } from "#lib/studies/schema.ts";
import { db } from "#lib/db.ts";

type Admin = Viewer<"admin">;
export type DemoBenchmark = { id: number; slug: string };

const reference = { model: "Lexical overlap", method: "baseline", version: "" };

/** The demo's study of that name, made where it isn't there and opened where it never was. */
export async function openDemoStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  title: string,
  design: Design,
): Promise<{ study: Study; isNew: boolean }> {
  const where = { isDemo: true, benchmarkId: benchmark.id, title };
  const there = await db.study.findFirst({
    where,
    select: { slug: true },
    orderBy: { createdAt: "asc" },
  });
  const slug = there?.slug ?? (await makeDraft(viewer, benchmark, title, design));
  return { study: await openOnce(viewer, slug), isNew: there === null };
}

async function makeDraft(
  viewer: Admin,
  benchmark: DemoBenchmark,
  title: string,
  design: Design,
): Promise<string> {
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
      const curve = curves.find((one) => one.track === track);
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
