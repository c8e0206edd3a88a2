import "server-only";
import { lookUpSimulatedPart, type OwnPart, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { acceptBatch } from "#lib/reviews/batches/mutations.ts";
import { listBatches } from "#lib/reviews/batches/queries.ts";
import { saveAudit, saveBlindDecision, saveCheck } from "#lib/reviews/checking/mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { createMember } from "#lib/reviews/plan/member-mutations.ts";
import { getReview, listMembers } from "#lib/reviews/plan/queries.ts";
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
  /** Of texts that somebody has read, by the number of their item; others are judged by the seed alone. */
  known?: ReadonlyMap<number, KnownItem>;
  /** Asked when nobody has anything to do any more; says whether that has changed, as when a batch was returned. */
  whenDone?: (people: { annotators: readonly OwnPart[]; reviewers: readonly OwnPart[] }) => Promise<boolean>;
};
export type KnownItem = {
  /** Null for what ought to be accepted. */
  reason: string | null;
  note: string;
  /** How somebody could take it, who errs. Nobody errs on other known items. */
  slip?: { reason: string | null; note: string };
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
  const made: SimulatedTruth = {
    seed,
    acceptable,
    settings: review.settings,
    ...(wanted.known && { known: wanted.known }),
  };
  const join = (what: ReviewPart, accuracies: readonly number[]) =>
    joinAll(viewer, { ...review, what, accuracies, isResumed: wanted.known !== undefined });
  const annotators = await join("annotator", wanted.annotators);
  const reviewers = await join("reviewer", wanted.reviewers);
  const auditors = await join(
    "auditor",
    Array.from({ length: wanted.auditors }, () => 1),
  );
  const members = annotators.length + reviewers.length + auditors.length;
  const partsOf = (those: readonly SimulatedMember[]) => those.map(({ part }) => part);
  const people = { annotators: partsOf(annotators), reviewers: partsOf(reviewers) };
  const summary = { decisions: 0, checks: 0, audits: 0, acceptedBatches: 0, members };
  const total = (await listBatches(review.id)).reduce((sum, { items }) => sum + items, 0);
  for (let isMore = true; isMore && !signal.aborted;) {
    const decided = await workOff(annotators, "decide", (who, item) => decide(who, item, made));
    const checked = await workOff(reviewers, "check", (who, item) => check(who, item, made));
    const audited = await workOff(auditors, "audit", (who, item) => audit(who, item, made));
    summary.decisions += decided;
    summary.checks += checked;
    summary.audits += audited;
    isMore = decided + checked + audited > 0 || ((await wanted.whenDone?.(people)) ?? false);
    progress?.({ done: summary.decisions, total });
  }
  if (wanted.acceptsBatches) summary.acceptedBatches = await acceptAll(viewer, review.id);
  return succeed(summary);
}

type JoinRequest = {
  id: SeenReviewId;
  slug: string;
  what: ReviewPart;
  accuracies: readonly number[];
  /** Whether those who are there from an earlier attempt go on. */
  isResumed: boolean;
};

async function joinAll(
  viewer: Admin,
  { id, slug, what, accuracies, isResumed }: JoinRequest,
): Promise<SimulatedMember[]> {
  const joined: SimulatedMember[] = [];
  const members = isResumed ? await listMembers(id) : [];
  for (const [i, accuracy] of accuracies.entries()) {
    const name = `Simulated ${what} ${i + 1}`;
    const there = members.find((one) => one.isSimulated && one.name === name);
    const made = there ? null : await createMember(viewer, id, { name, parts: [what], isSimulated: true });
    const number = there?.number ?? (made?.ok ? made.value.number : null);
    const part = number === null ? null : await lookUpSimulatedPart(viewer, id, number);
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
  await saveDecision(part, { number, round, comment: "", ...judgement, ...said() });
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
  const { accepts, reason } = own;
  const blind = item.decision ? null : await saveBlindDecision(part, { ...of, accepts, reason, ...said() });
  const decision = item.decision ?? (blind?.ok ? blind.value.decision : null);
  if (!decision) return;
  const verdict = verdictOf(made, number, decision, own);
  const comment = verdict.isRight ? "" : (own.comment ?? "");
  await saveCheck(part, { ...of, ...verdict, comment, ...said() });
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
  known?: ReadonlyMap<number, KnownItem>;
};
type Judgement = { accepts: boolean; reason: string | null; comment?: string };

/** One of a list, by the seed; nothing where the list is empty. */
const pick = <T>(list: readonly T[], draw: number): T | undefined => list[Math.floor(draw * list.length)];

/** What would be right of an item: nobody has read it, the seed says so. */
export function truthOf({ seed, settings, acceptable, known }: SimulatedTruth, item: number): Judgement {
  const read = known?.get(item);
  if (read) return judge(read);
  const { reasons } = settings.decisions;
  const accepts = drawOf(seed, "truth", item) < acceptable || reasons.length === 0;
  return { accepts, reason: accepts ? null : (pick(reasons, drawOf(seed, "reason", item))?.key ?? null) };
}

const judge = ({ reason, note }: Pick<KnownItem, "reason" | "note">): Judgement => ({
  accepts: reason === null,
  reason,
  comment: note,
});

/** What somebody who is right this often says of it, in a round. */
function judgementOf(
  made: SimulatedTruth,
  item: number,
  who: { member: number; accuracy: number; round: number },
): Judgement {
  const truth = truthOf(made, item);
  const read = made.known?.get(item);
  const words = [item, who.member, who.round] as const;
  const { reasons } = made.settings.decisions;
  if (drawOf(made.seed, "said", ...words) < who.accuracy || reasons.length === 0) return truth;
  if (read) return read.slip ? judge(read.slip) : truth;
  if (!truth.accepts) return { accepts: true, reason: null };
  return { accepts: false, reason: pick(reasons, drawOf(made.seed, "wrong reason", ...words))?.key ?? null };
}

type Verdict = Pick<SentCheck, "isRight" | "errorType" | "correctedAccepts" | "correctedReason">;

/** What a reviewer thinks of a decision, who said this of the item before. Reasons differ by chance where nobody has read the text. */
function verdictOf(made: SimulatedTruth, item: number, decision: Judgement, own: Judgement): Verdict {
  const isSame = decision.accepts === own.accepts;
  if (isSame && (made.known === undefined || decision.reason === own.reason))
    return { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
  const { errorTypes } = made.settings;
  const error = isSame ? "wrong_reason" : own.accepts ? "too_strict" : "missed";
  const fitting = errorTypes.find(({ key }) => key === error);
  const errorType = (fitting ?? pick(errorTypes, drawOf(made.seed, "error", item)))?.key ?? null;
  return { isRight: false, errorType, correctedAccepts: own.accepts, correctedReason: own.reason };
}
