import "server-only";
import { randomInt } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { slugFrom } from "#lib/benchmarks/schema.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { conflict, fail, succeed, type Result } from "#lib/result.ts";
import { findMissing } from "#lib/studies/frame/names.ts";
import { findLastSave } from "#lib/studies/last-save.ts";
import { stepValues } from "#lib/studies/requests.ts";
import { designSchema, parsePlan, writePlan, type Design, type StepName } from "#lib/studies/schema.ts";
import { problemsOf, type StudyFile } from "#lib/studies/opening/study-file.ts";
import { fitTemplate } from "#lib/studies/template-queries.ts";
import { newDesign, type TemplateName } from "#lib/studies/template.ts";

type Admin = Viewer<"admin">;
type CreatedStudy = { id: string; slug: string };

const subject = (id: string) => ({ type: "study", id });

export async function createStudy(
  viewer: Admin,
  given: { title: string; benchmark: string | null; template: TemplateName },
): Promise<Result<CreatedStudy, "unknown_benchmark">> {
  const { title, benchmark, template } = given;
  const seed = randomInt(1, 1_000_000);
  const there =
    benchmark === null
      ? null
      : await db.benchmark.findUnique({
          where: { slug: benchmark },
          select: { id: true, slug: true, name: true, isDemo: true },
        });
  if (benchmark !== null && !there) return fail("unknown_benchmark");
  const design = there ? await fitTemplate(viewer, there, template, seed) : newDesign(template, seed);
  return db.$transaction(async (tx) => {
    const benchmarkId = await findBenchmark(tx, benchmark);
    if (benchmarkId === undefined) return fail("unknown_benchmark");
    const made = await insert(tx, viewer, { title, design, benchmarkId });
    await recordEvent(tx, viewer, "study.created", subject(made.id), { title, slug: made.slug, template });
    return succeed(made);
  });
}

/** From a study.json. What it names has to be there: problems are told by their path, and nothing is stored. */
export async function createStudyFrom(
  viewer: Admin,
  { title, slug, ...design }: StudyFile,
  { isDemo = false }: { isDemo?: boolean } = {},
): Promise<Result<CreatedStudy, "invalid">> {
  return db.$transaction(async (tx) => {
    const benchmarkId = await findBenchmark(tx, design.benchmark);
    const problems: Record<string, string> = {};
    if (benchmarkId === undefined) problems.benchmark = "unknown";
    else if (benchmarkId !== null) Object.assign(problems, await findMissing(tx, benchmarkId, design));
    if (slug !== undefined && (await freeSlug(tx, slug)) !== slug) problems.slug = "taken";
    if (benchmarkId === undefined || Object.keys(problems).length > 0) return fail("invalid", problems);
    const made = await insert(tx, viewer, { title, slug: slug ?? title, design, benchmarkId, isDemo });
    const details = { title, slug: made.slug, file: true };
    await recordEvent(tx, viewer, "study.created", subject(made.id), details);
    return succeed(made);
  });
}

/** Into a new draft, with the same seed: the same frame gives the same sample again. */
export async function copyStudy(viewer: Admin, slug: string): Promise<Result<CreatedStudy, "not_found">> {
  return db.$transaction(async (tx) => {
    const from = await tx.study.findUnique({
      where: { slug },
      select: { id: true, title: true, draft: true, benchmarkId: true },
    });
    if (!from) return fail("not_found");
    const { title, benchmarkId } = from;
    const made = await insert(tx, viewer, { title, design: parsePlan(from.draft), benchmarkId });
    await recordEvent(tx, viewer, "study.copied", subject(made.id), { title, slug: made.slug, from: slug });
    return succeed(made);
  });
}

type Draft = { title: string; slug?: string; design: Design; benchmarkId: number | null; isDemo?: boolean };

async function insert(tx: Transaction, viewer: Admin, draft: Draft): Promise<CreatedStudy> {
  const { title, design, benchmarkId, isDemo = false } = draft;
  const slug = await freeSlug(tx, draft.slug ?? title);
  return tx.study.create({
    data: { slug, title, benchmarkId, draft: writePlan(design), isDemo, createdById: viewer.actor.id },
    select: { id: true, slug: true },
  });
}

/** Null where none is wanted; undefined where there is none of that address. */
async function findBenchmark(tx: Transaction, slug: string | null): Promise<number | null | undefined> {
  if (slug === null) return null;
  return (await tx.benchmark.findUnique({ where: { slug }, select: { id: true } }))?.id;
}

/** Pages that stand where a study would. */
const addressesOfPages = ["across", "new"];

/** Two studies of one title get "who-speaks" and "who-speaks-2". */
async function freeSlug(tx: Transaction, name: string): Promise<string> {
  // Taken for the length of the transaction: two made at once must not choose the same.
  await takeLock(tx, "study slug");
  const wanted = slugFrom(name, "study");
  const like = await tx.study.findMany({ where: { slug: { startsWith: wanted } }, select: { slug: true } });
  const taken = new Set([...like.map(({ slug }) => slug), ...addressesOfPages]);
  let slug = wanted;
  for (let n = 2; taken.has(slug); n++) slug = `${wanted}-${n}`;
  return slug;
}

type ChangeRefusal = "not_found" | "not_draft" | "conflict";
// A draft that is just being opened is waited for, to be told what became of it.
const whileItOpens = { timeout: 60_000 };

/**
 * One step of the draft. Whoever read an older revision is told who saved since (`by`, empty for the command
 * line; `revision`; `at`), and nothing is overwritten.
 */
export async function saveStep(
  viewer: Admin,
  slug: string,
  { revision, step, value }: { revision: number; step: StepName; value: unknown },
): Promise<Result<{ revision: number }, ChangeRefusal | "invalid">> {
  const parsed = stepValues[step].safeParse(value);
  if (!parsed.success) return fail("invalid", problemsOf(parsed.error));
  return db.$transaction(async (tx) => {
    const there = await tx.study.findUnique({ where: { slug }, select: { draft: true } });
    if (!there) return fail("not_found");
    const part = step === "frame" ? parsed.data : { [step]: parsed.data };
    const design = designSchema.parse({ ...parsePlan(there.draft), ...part });
    const benchmarkId = await findBenchmark(tx, design.benchmark);
    if (benchmarkId === undefined) return fail("invalid", { benchmark: "unknown" });
    return change(tx, viewer, slug, revision, { draft: writePlan(design), benchmarkId }, "study.saved", {
      step,
    });
  }, whileItOpens);
}

export async function renameStudy(
  viewer: Admin,
  slug: string,
  { revision, title }: { revision: number; title: string },
): Promise<Result<{ revision: number }, ChangeRefusal>> {
  return db.$transaction(
    (tx) => change(tx, viewer, slug, revision, { title }, "study.renamed", { title }),
    whileItOpens,
  );
}

async function change(
  tx: Transaction,
  viewer: Admin,
  slug: string,
  revision: number,
  data: Prisma.StudyUncheckedUpdateManyInput,
  action: "study.saved" | "study.renamed",
  details: Prisma.InputJsonObject,
): Promise<Result<{ revision: number }, ChangeRefusal>> {
  // The one statement that decides: two who save at once read the same revision, and one of them finds it gone.
  const { count } = await tx.study.updateMany({
    where: { slug, state: "draft", draftRevision: revision },
    data: { ...data, draftRevision: { increment: 1 } },
  });
  const study = await tx.study.findUnique({
    where: { slug },
    select: { id: true, state: true, draftRevision: true },
  });
  if (!study) return fail("not_found");
  if (count === 0) {
    if (study.state !== "draft") return fail("not_draft");
    return conflict(study.draftRevision, await findLastSave(tx, study.id));
  }
  const next = study.draftRevision;
  await recordEvent(tx, viewer, action, subject(study.id), { ...details, revision: next });
  return succeed({ revision: next });
}

/** A draft alone can go: what has opened stays, closed and put away at the most. */
export async function removeDraft(
  viewer: Admin,
  slug: string,
  confirmation: string,
): Promise<Result<undefined, "not_found" | "not_draft" | "wrong_name">> {
  return db.$transaction(async (tx) => {
    const study = await tx.study.findUnique({
      where: { slug },
      select: { id: true, title: true, state: true },
    });
    if (!study) return fail("not_found");
    if (study.state !== "draft") return fail("not_draft");
    if (study.title !== confirmation) return fail("wrong_name");
    const { count } = await tx.study.deleteMany({ where: { id: study.id, state: "draft" } });
    if (count === 0) return fail("not_draft");
    await recordEvent(tx, viewer, "study.removed", subject(study.id), { title: study.title, slug });
    return succeed();
  }, whileItOpens);
}
