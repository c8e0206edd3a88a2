import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { exampleTitles } from "#lib/demo/examples/schema.ts";
import { findDemoBenchmark, importDemoLines } from "#lib/demo/import-lines.ts";
import { acceptBatch, returnBatch } from "#lib/reviews/batches/mutations.ts";
import { listBatches } from "#lib/reviews/batches/queries.ts";
import { answerObjection, objectTo } from "#lib/reviews/checking/mutations.ts";
import { closeReview, createReview } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import { getReview, type Review } from "#lib/reviews/plan/queries.ts";
import { settingsSchema } from "#lib/reviews/plan/schema.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { type KnownItem, simulateReview } from "#lib/simulation/review/simulate-review.ts";
import written from "#prisma/demo/examples/passages.json" with { type: "json" };

type Admin = Viewer<"admin">;

const seed = 2028n;
const template = "rolethink-filtering";
const title = exampleTitles.review;
const batchSize = 16;
const returnWords =
  "Several passages that describe or report something were kept as thoughts. Please read the guidance again before you decide.";
const takenBack = "You’re right. I read the passage too quickly.";

type Passage = { id: string; title: string; text: string } & Partial<KnownItem>;
const passages = written.passages as Passage[];

/** Items are numbered in the order of the file. */
const known = new Map(
  passages.map(({ reason = null, note = "", slip }, at): [number, KnownItem] => [
    at + 1,
    { reason, note, ...(slip && { slip }) },
  ]),
);

/** A review in two batches, the first of which came back once, to its end. */
export async function finishReview(viewer: Admin, signal: AbortSignal): Promise<void> {
  const there = await db.review.findFirst({ where: { isDemo: true, title }, select: { slug: true } });
  const slug = there?.slug ?? (await draftReview(viewer));
  const draft = await requireReview(viewer, slug);
  if (draft.state === "draft") {
    const opened = await openReview(viewer, slug, { revision: draft.revision, seed });
    if (!opened.ok) throw new Error(`the demo's review can't open: ${JSON.stringify(opened)}`);
  }
  const review = await requireReview(viewer, slug);
  if (review.state !== "open") return;
  const wanted = {
    annotators: [0.85, 0.6, 0.35],
    reviewers: [0.9, 0.75],
    auditors: 1,
    acceptable: 1,
    seed,
    acceptsBatches: true,
    known,
    whenDone: async ({ annotators, reviewers }: Parts) => {
      await settleDisputes(review, { annotators, reviewers });
      return returnFirst(viewer, review);
    },
  };
  const made = await simulateReview(viewer, slug, wanted, { signal });
  if (!made.ok) throw new Error(`the demo's review can't be simulated: ${made.error}`);
  signal.throwIfAborted();
  const closed = await closeReview(viewer, slug, { confirmation: title });
  if (!closed.ok) throw new Error(`the demo's review can't close: ${closed.error}`);
}

async function requireReview(viewer: Admin, slug: string): Promise<Review> {
  const review = await getReview(viewer, slug);
  if (!review) throw new Error(`the demo's review ${slug} is gone`);
  return review;
}

async function draftReview(viewer: Admin): Promise<string> {
  const { name, description, track } = written;
  const benchmark = await findDemoBenchmark(viewer, { name, description });
  const lines = passages.map(({ id, title: heading, text }) => ({
    id,
    track,
    kind: "document",
    content: { title: heading, turns: [{ text }] },
  }));
  await importDemoLines(viewer, benchmark, { tracks: [{ track, language: "en", lines }], runs: [] });
  const settings = settingsSchema.parse({
    ...settingsOf(template),
    batchSize,
    secondShare: 0.25,
    auditRate: 0.25,
  });
  const named = { title, template, benchmark: benchmark.slug, study: null, isDemo: true } as const;
  const made = await createReview(viewer, { ...named, settings });
  if (!made.ok) throw new Error(`the demo's review can't be made: ${made.error}`);
  return made.value.slug;
}

type Parts = { annotators: readonly OwnPart[]; reviewers: readonly OwnPart[] };

/** Whoever was right and is told otherwise objects, and the reviewer takes it back. */
async function settleDisputes({ id }: Review, { annotators, reviewers }: Parts): Promise<void> {
  const checks = await db.reviewCheck.findMany({
    where: { reviewId: id, isRight: false, place: 1 },
    select: {
      id: true,
      round: true,
      annotatorId: true,
      reviewerId: true,
      correctedReason: true,
      decision: { select: { item: { select: { number: true, round: true } } } },
    },
  });
  for (const check of checks) {
    const { item } = check.decision;
    const truth = known.get(item.number);
    if (check.round !== item.round || !truth || check.correctedReason === truth.reason) continue;
    const annotator = annotators.find(({ userId }) => userId === check.annotatorId);
    const reviewer = reviewers.find(({ userId }) => userId === check.reviewerId);
    if (!annotator || !reviewer || truth.note === "") continue;
    await objectTo(annotator, { id: crypto.randomUUID(), checkId: check.id, words: truth.note });
    const answer = { id: crypto.randomUUID(), checkId: check.id, stands: false, words: takenBack };
    await answerObjection(reviewer, answer);
  }
}

/** Once: the second round stays. */
async function returnFirst(viewer: Admin, { id }: Review): Promise<boolean> {
  const [first, ...others] = await listBatches(id);
  for (const { number, round, state } of others)
    if (state === "open") await acceptBatch(viewer, id, { number, round, words: "" });
  if (first?.round !== 1 || first.state !== "open") return false;
  return (await returnBatch(viewer, id, { number: first.number, round: 1, words: returnWords })).ok;
}
