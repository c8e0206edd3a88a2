import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { slugFrom } from "#lib/benchmarks/schema.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { conflict, fail, succeed, type Result } from "#lib/result.ts";
import {
  settingsSchema,
  type NewReview,
  type ReviewSettings,
  discardWord,
  type ReviewState,
} from "#lib/reviews/plan/schema.ts";
import { comesFromStudy, settingsOf } from "#lib/reviews/plan/templates.ts";
import { lockReview } from "#lib/reviews/queue/mutations.ts";

type Admin = Viewer<"admin">;
type Source = { benchmarkId: number | null; studyId: string | null };

const subject = (id: string) => ({ type: "review", id });

export async function createReview(
  viewer: Admin,
  given: NewReview & { settings?: ReviewSettings; isDemo?: boolean },
): Promise<Result<{ id: string; slug: string }, "unknown_benchmark" | "unknown_study">> {
  const { title, template, settings = settingsOf(template), isDemo = false } = given;
  return db.$transaction(async (tx) => {
    const source = await findSource(tx, given);
    if (!source.ok) return source;
    const made = await tx.review.create({
      data: {
        title,
        template,
        settings,
        isDemo,
        ...source.value,
        slug: await freeSlug(tx, title),
        createdById: viewer.actor.id,
      },
      select: { id: true, slug: true },
    });
    await recordEvent(tx, viewer, "review.created", subject(made.id), { title, slug: made.slug, template });
    return succeed(made);
  });
}

/** What is named has to be there; a study's benchmark is the review's, too. */
async function findSource(
  tx: Transaction,
  { benchmark, study, template }: Pick<NewReview, "benchmark" | "study" | "template">,
): Promise<Result<Source, "unknown_benchmark" | "unknown_study">> {
  const isOfStudy = comesFromStudy(template);
  const slug = isOfStudy ? study : benchmark;
  if (slug === null) return succeed({ benchmarkId: null, studyId: null });
  if (isOfStudy) {
    const found = await tx.study.findUnique({ where: { slug }, select: { id: true, benchmarkId: true } });
    if (!found || found.benchmarkId === null) return fail("unknown_study");
    return succeed({ benchmarkId: found.benchmarkId, studyId: found.id });
  }
  const found = await tx.benchmark.findUnique({ where: { slug }, select: { id: true } });
  return found ? succeed({ benchmarkId: found.id, studyId: null }) : fail("unknown_benchmark");
}

/** Pages that stand where a review would. */
const addressesOfPages = ["new"];

/** Two reviews of one title get "transcripts" and "transcripts-2". */
async function freeSlug(tx: Transaction, title: string): Promise<string> {
  await takeLock(tx, "review slug");
  const wanted = slugFrom(title, "review");
  const like = await tx.review.findMany({ where: { slug: { startsWith: wanted } }, select: { slug: true } });
  const taken = new Set([...like.map(({ slug }) => slug), ...addressesOfPages]);
  let slug = wanted;
  for (let n = 2; taken.has(slug); n++) slug = `${wanted}-${n}`;
  return slug;
}

type ChangeRefusal = "not_found" | "not_draft" | "conflict";
type SaveResult<E extends string = never> = Promise<Result<{ revision: number }, ChangeRefusal | E>>;
/** A draft that is just being opened is waited for, to be told what became of it; so are decisions that are being stored. */
const patiently = { timeout: 60_000 };

/** All of the settings, in place of those that were read under this revision. */
export const saveSettings = async (
  viewer: Admin,
  slug: string,
  { revision, settings }: { revision: number; settings: unknown },
): SaveResult<"invalid"> => {
  const parsed = settingsSchema.safeParse(settings);
  if (!parsed.success)
    return fail(
      "invalid",
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message])),
    );
  return change(viewer, slug, revision, { settings: parsed.data }, "review.saved");
};

export const renameReview = (
  viewer: Admin,
  slug: string,
  { revision, title }: { revision: number; title: string },
): SaveResult => change(viewer, slug, revision, { title }, "review.renamed", { title });

/** Whose cases are reviewed. */
export async function setSource(
  viewer: Admin,
  slug: string,
  { revision, ...named }: { revision: number; benchmark: string | null; study: string | null },
): SaveResult<"unknown_benchmark" | "unknown_study"> {
  const review = await db.review.findUnique({ where: { slug }, select: { template: true } });
  if (!review) return fail("not_found");
  const template = review.template as NewReview["template"];
  const source = await db.$transaction((tx) => findSource(tx, { ...named, template }));
  return source.ok ? change(viewer, slug, revision, source.value, "review.source_set", named) : source;
}

function change(
  viewer: Admin,
  slug: string,
  revision: number,
  data: Prisma.ReviewUncheckedUpdateManyInput,
  action: "review.saved" | "review.renamed" | "review.source_set",
  details: Prisma.InputJsonObject = {},
): SaveResult {
  return db.$transaction(async (tx) => {
    // The one statement that decides: two who save at once read the same revision, and one of them finds it gone.
    const { count } = await tx.review.updateMany({
      where: { slug, state: "draft", settingsRevision: revision },
      data: { ...data, settingsRevision: { increment: 1 } },
    });
    const review = await tx.review.findUnique({
      where: { slug },
      select: { id: true, state: true, settingsRevision: true },
    });
    if (!review) return fail("not_found");
    const next = review.settingsRevision;
    if (count === 0) {
      if (review.state !== "draft") return fail("not_draft");
      return conflict(next, await findLastSave(tx, review.id));
    }
    await recordEvent(tx, viewer, action, subject(review.id), { ...details, revision: next });
    return succeed({ revision: next });
  }, patiently);
}

async function findLastSave(tx: Transaction, id: string): Promise<{ name: string | null; at: Date } | null> {
  const saves = ["review.saved", "review.renamed", "review.source_set"];
  const last = await tx.auditEvent.findFirst({
    where: { subjectType: "review", subjectId: id, action: { in: saves } },
    select: { at: true, actor: { select: { name: true } } },
    orderBy: { id: "desc" },
  });
  return last && { name: last.actor?.name ?? null, at: last.at };
}

/** A draft alone can go: what has opened stays. */
export async function removeDraft(
  viewer: Admin,
  slug: string,
  confirmation: string,
): Promise<Result<undefined, "not_found" | "not_draft" | "wrong_name">> {
  return db.$transaction(async (tx) => {
    const review = await tx.review.findUnique({
      where: { slug },
      select: { id: true, title: true, state: true },
    });
    if (!review) return fail("not_found");
    if (review.state !== "draft") return fail("not_draft");
    if (review.title !== confirmation) return fail("wrong_name");
    const { count } = await tx.review.deleteMany({ where: { id: review.id, state: "draft" } });
    if (count === 0) return fail("not_draft");
    await recordEvent(tx, viewer, "review.removed", subject(review.id), { title: review.title, slug });
    return succeed();
  }, patiently);
}

type Move = Result<{ from: ReviewState }, "not_found" | "not_possible" | "not_accepted" | "no_reason">;

/** Nobody is given an item, and nothing that is sent is taken, until it goes on. */
export const pauseReview = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, { from: ["open"], to: "paused", action: "review.paused" });

/** A closed review, whose figures could be seen as final, needs a reason, which the audit log keeps. */
export const reopenReview = (viewer: Admin, slug: string, reason = ""): Promise<Move> =>
  move(viewer, slug, { from: ["paused", "closed"], to: "open", action: "review.reopened", reason });

/**
 * The title is typed; so is the word by which batches that aren't accepted are given up: none of their cases can be kept
 * while the review is closed.
 */
export async function closeReview(
  viewer: Admin,
  slug: string,
  { confirmation, discard = "" }: { confirmation: string; discard?: string | undefined },
): Promise<Move | Result<never, "wrong_name">> {
  const review = await db.review.findUnique({ where: { slug }, select: { title: true } });
  if (review && review.title !== confirmation) return fail("wrong_name");
  const keepsAll = discard.trim().toLowerCase() !== discardWord;
  return move(viewer, slug, { from: ["open", "paused"], to: "closed", action: "review.closed", keepsAll });
}

type Step = {
  from: readonly ReviewState[];
  to: ReviewState;
  action: string;
  /** Whether it is refused while a batch isn't accepted. */
  keepsAll?: boolean;
  /** Why a closed review is opened again. */
  reason?: string;
};

function move(
  viewer: Admin,
  slug: string,
  { from, to, action, keepsAll = false, reason = "" }: Step,
): Promise<Move> {
  return db.$transaction(async (tx) => {
    const review = await tx.review.findUnique({ where: { slug }, select: { id: true } });
    if (!review) return fail("not_found");
    const { id } = review;
    await lockReview(tx, id);
    const before = await tx.review.findUniqueOrThrow({ where: { id }, select: { state: true } });
    if (!from.includes(before.state)) return fail("not_possible");
    const isReopened = before.state === "closed";
    if (isReopened && reason === "") return fail("no_reason", { reason: "empty" });
    const open = { reviewId: id, state: "open" } as const;
    if (keepsAll && (await tx.reviewBatch.count({ where: open })) > 0) return fail("not_accepted");
    const closedAt = to === "closed" ? new Date() : null;
    await tx.review.update({ where: { id }, data: { state: to, closedAt } });
    // Nobody works at anything any more: whoever goes on later is given it anew.
    if (to === "closed") await tx.reviewLease.deleteMany({ where: { reviewId: id } });
    const details = { slug, from: before.state, ...(isReopened && { reason }) };
    await recordEvent(tx, viewer, action, subject(id), details);
    return succeed({ from: before.state });
  }, patiently);
}
