import "server-only";
import { lookUpSimulatedPart, type OwnPart, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { acceptBatch } from "#lib/reviews/batches/mutations.ts";
import { listBatches } from "#lib/reviews/batches/queries.ts";
import { saveAudit, saveBlindDecision, saveCheck } from "#lib/reviews/checking/mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { createMember } from "#lib/reviews/plan/member-mutations.ts";
import { getReview } from "#lib/reviews/plan/queries.ts";
import type { ReviewPart, ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { takeItems } from "#lib/reviews/queue/mutations.ts";
import { maxAhead, type QueueItem, type QueueStep } from "#lib/reviews/queue/schema.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";
import type { SentCheck } from "#lib/reviews/checking/schema.ts";

type Admin = Viewer<"admin">;
export type SimulatedReview = {
  /** How often each annotator is right. */
  annotators: readonly number[];
  /** How often each reviewer is right; nobody reviews alone what two have to check. */
  reviewers: readonly number[];
  auditors: number;
  acceptable: number;
  seed: bigint;
  /** Whether batches are accepted as soon as nothing is missing in them. */
  acceptsBatches: boolean;
};
type Control = { signal: AbortSignal; progress?: (state: { done: number; total: number }) => void };
type SimulationSummary = {
  decisions: number;
  checks: number;
  audits: number;
  acceptedBatches: number;
  members: number;
};

type SimulatedMember = { part: OwnPart; accuracy: number };

/**
 * Made-up annotators, reviewers and auditors go through a review by the functions that people's devices go through. They are
 * marked for good, and so is the review. Checks follow decisions closely, as they would with people who work every day.
 */
export async function simulateReview(
  viewer: Admin,
  slug: string,
  wanted: SimulatedReview,
  { signal, progress }: Control,
): Promise<Result<SimulationSummary, "not_found" | "not_open">> {
  const review = await getReview(viewer, slug);
  if (!review) return fail("not_found");
  if (review.state !== "open") return fail("not_open");
  const { seed, acceptable } = wanted;
  const made: SimulatedTruth = { seed, acceptable, settings: review.settings };
  const join = (what: ReviewPart, accuracies: readonly number[]) =>
    joinAll(viewer, { ...review, what, accuracies });
  const annotators = await join("annotator", wanted.annotators);
  const reviewers = await join("reviewer", wanted.reviewers);
  const auditors = await join(
    "auditor",
    Array.from({ length: wanted.auditors }, () => 1),
  );
  const members = annotators.length + reviewers.length + auditors.length;
  const summary = { decisions: 0, checks: 0, audits: 0, acceptedBatches: 0, members };
  const total = (await listBatches(review.id)).reduce((sum, { items }) => sum + items, 0);
  for (let isMore = true; isMore && !signal.aborted;) {
    const decided = await workOff(annotators, "decide", (who, item) => decide(who, item, made));
    const checked = await workOff(reviewers, "check", (who, item) => check(who, item, made));
    const audited = await workOff(auditors, "audit", (who, item) => audit(who, item, made));
    summary.decisions += decided;
    summary.checks += checked;
    summary.audits += audited;
    isMore = decided + checked + audited > 0;
    progress?.({ done: summary.decisions, total });
  }
  if (wanted.acceptsBatches) summary.acceptedBatches = await acceptAll(viewer, review.id);
  return succeed(summary);
}

type JoinRequest = { id: SeenReviewId; slug: string; what: ReviewPart; accuracies: readonly number[] };

async function joinAll(
  viewer: Admin,
  { id, slug, what, accuracies }: JoinRequest,
): Promise<SimulatedMember[]> {
  const joined: SimulatedMember[] = [];
  for (const [i, accuracy] of accuracies.entries()) {
    const name = `Simulated ${what} ${i + 1}`;
    const member = await createMember(viewer, id, { name, parts: [what], isSimulated: true });
    const part = member.ok ? await lookUpSimulatedPart(viewer, id, member.value.number) : null;
    if (!part) throw new Error(`the simulated ${what} ${i + 1} could not join ${slug}`);
    joined.push({ part, accuracy });
  }
  return joined;
}

/** One after the other, each with what a device holds, so that the same seed makes the same review; how many items they got done. */
async function workOff(
  people: readonly SimulatedMember[],
  step: QueueStep,
  work: (who: SimulatedMember, item: QueueItem) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const who of people) {
    const taken = await takeItems(who.part, { step, wanted: maxAhead, have: [] });
    for (const item of taken.ok ? taken.value : []) {
      await work(who, item);
      done += 1;
    }
  }
  return done;
}

const said = () => ({ id: crypto.randomUUID(), clientAt: new Date(), agoMs: 0 });

/** Whatever was refused is left: somebody else had it, or the review was closed. */
async function decide(
  { part, accuracy }: SimulatedMember,
  { number, round }: QueueItem,
  made: SimulatedTruth,
): Promise<void> {
  const judgement = judgementOf(made, number, { member: part.number, accuracy, round });
  await saveDecision(part, { number, round, ...judgement, comment: "", ...said() });
}

async function check(
  { part, accuracy }: SimulatedMember,
  item: QueueItem,
  made: SimulatedTruth,
): Promise<void> {
  const { number, round, place, decisionId } = item;
  if (decisionId === null) return;
  const own = judgementOf(made, number, { member: part.number, accuracy, round });
  const of = { number, round, place, decisionId };
  const blind = item.decision ? null : await saveBlindDecision(part, { ...of, ...own, ...said() });
  const decision = item.decision ?? (blind?.ok ? blind.value.decision : null);
  if (!decision) return;
  await saveCheck(part, { ...of, ...verdictOf(made, number, decision, own), comment: "", ...said() });
}

/** Auditors know what is right. */
async function audit({ part }: SimulatedMember, item: QueueItem, made: SimulatedTruth): Promise<void> {
  if (!item.check || !item.decision) return;
  const truth = judgementOf(made, item.number, { member: part.number, accuracy: 1, round: item.round });
  const agrees = item.check.isRight === (item.decision.accepts === truth.accepts);
  await saveAudit(part, { checkId: item.check.id, agrees, comment: "", ...said() });
}

async function acceptAll(viewer: Admin, review: SeenReviewId): Promise<number> {
  let accepted = 0;
  for (const { number, round, state } of await listBatches(review))
    if (state === "open" && (await acceptBatch(viewer, review, { number, round, words: "" })).ok)
      accepted += 1;
  return accepted;
}

type SimulatedTruth = {
  seed: bigint;
  settings: Pick<ReviewSettings, "decisions" | "errorTypes">;
  /** How many of the items ought to be accepted. */
  acceptable: number;
};
type Judgement = { accepts: boolean; reason: string | null };

/** One of a list, by the seed; nothing where the list is empty. */
const pick = <T>(list: readonly T[], draw: number): T | undefined => list[Math.floor(draw * list.length)];

/** What would be right of an item: nobody has read it, the seed says so. */
export function truthOf({ seed, settings, acceptable }: SimulatedTruth, item: number): Judgement {
  const { reasons } = settings.decisions;
  const accepts = drawOf(seed, "truth", item) < acceptable || reasons.length === 0;
  return { accepts, reason: accepts ? null : (pick(reasons, drawOf(seed, "reason", item))?.key ?? null) };
}

/** What somebody who is right this often says of it, in a round. */
function judgementOf(
  made: SimulatedTruth,
  item: number,
  who: { member: number; accuracy: number; round: number },
): Judgement {
  const truth = truthOf(made, item);
  const words = [item, who.member, who.round] as const;
  const { reasons } = made.settings.decisions;
  if (drawOf(made.seed, "said", ...words) < who.accuracy || reasons.length === 0) return truth;
  if (!truth.accepts) return { accepts: true, reason: null };
  return { accepts: false, reason: pick(reasons, drawOf(made.seed, "wrong reason", ...words))?.key ?? null };
}

type Verdict = Pick<SentCheck, "isRight" | "errorType" | "correctedAccepts" | "correctedReason">;

/** What a reviewer thinks of a decision, who said this of the item before. */
function verdictOf(made: SimulatedTruth, item: number, decision: Judgement, own: Judgement): Verdict {
  if (decision.accepts === own.accepts)
    return { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
  const { errorTypes } = made.settings;
  const fitting = errorTypes.find(({ key }) => key === (own.accepts ? "too_strict" : "missed"));
  const errorType = (fitting ?? pick(errorTypes, drawOf(made.seed, "error", item)))?.key ?? null;
  return { isRight: false, errorType, correctedAccepts: own.accepts, correctedReason: own.reason };
}
