import { randomUUID } from "node:crypto";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { saveBlindDecision, saveCheck } from "#lib/reviews/checking/mutations.ts";
import type { SentCheck } from "#lib/reviews/checking/schema.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import type { SentDecision } from "#lib/reviews/deciding/schema.ts";
import { takeItems } from "#lib/reviews/queue/mutations.ts";
import type { QueueItem, QueueStep } from "#lib/reviews/queue/schema.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const said = () => ({ id: randomUUID(), clientAt: new Date(), agoMs: 0 });

export const take = async (part: OwnPart, step: QueueStep, wanted = 1): Promise<QueueItem[]> =>
  expectValue(await takeItems(part, { step, wanted, have: [] }));

/** What is given to somebody next; without any, the test ends. */
export async function takeOne(part: OwnPart, step: QueueStep): Promise<QueueItem> {
  const [item] = await take(part, step);
  if (!item) throw new Error(`nothing to ${step}`);
  return item;
}

export const makeDecision = (number: number, given: Partial<SentDecision> = {}): SentDecision => ({
  number,
  round: 1,
  accepts: true,
  reason: null,
  comment: "",
  ...said(),
  ...given,
});

/** The next item, accepted unless it is said otherwise. */
export async function decideNext(part: OwnPart, given: Partial<SentDecision> = {}): Promise<QueueItem> {
  const item = await takeOne(part, "decide");
  expectValue(await saveDecision(part, makeDecision(item.number, { round: item.round, ...given })));
  return item;
}

const right = { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
export const wrong = {
  isRight: false,
  errorType: "missed",
  correctedAccepts: false,
  correctedReason: "unclear",
};

export const makeCheck = (item: QueueItem, given: Partial<SentCheck> = {}): SentCheck => ({
  number: item.number,
  round: item.round,
  place: item.place,
  decisionId: item.decisionId ?? "",
  ...right,
  comment: "",
  ...said(),
  ...given,
});

/** The next item to check, found right unless it is said otherwise. */
export async function checkNext(part: OwnPart, given: Partial<SentCheck> = {}): Promise<QueueItem> {
  const item = await takeOne(part, "check");
  expectValue(await saveCheck(part, makeCheck(item, given)));
  return item;
}

/** What a reviewer thinks before being shown the decision. */
export const decideBlind = (part: OwnPart, { number, round, place, decisionId }: QueueItem, accepts = true) =>
  saveBlindDecision(part, {
    number,
    round,
    place,
    decisionId: decisionId ?? "",
    ...said(),
    accepts,
    reason: accepts ? null : "unclear",
  });
