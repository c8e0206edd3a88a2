import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { acceptBatch, returnBatch } from "#lib/reviews/batches/mutations.ts";
import { getBatch, getReturnCosts, listBatches } from "#lib/reviews/batches/queries.ts";
import { saveCheck } from "#lib/reviews/checking/checking-mutations.ts";
import { objectTo, ruleOn } from "#lib/reviews/checking/dispute-mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/deciding-mutations.ts";
import { closeReview } from "#lib/reviews/plan/state-mutations.ts";
import { checkedAt, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import {
  checkNext,
  decideNext,
  makeCheck,
  makeDecision,
  take,
  takeOne,
  wrong,
} from "#lib/reviews/testing/working.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, join } = await useTrialReviews({ cases: 8 });

const batch = (words = "") => ({ number: 1, round: 1, words });
const refused = (error: string) => ({ ok: false, error });
async function begin() {
  const review = await open({ coverage: checkedAt(1) });
  return { review, annotator: await join(review, "annotator"), reviewer: await join(review, "reviewer") };
}

describe("a batch", () => {
  test("is counted by where its items stand", async () => {
    const { review, annotator, reviewer } = await begin();
    for (let n = 0; n < 3; n++) await decideNext(annotator);
    await decideNext(annotator, { accepts: false, reason: "unclear" });
    await checkNext(reviewer);
    await checkNext(reviewer, wrong);
    await checkNext(reviewer, { ...wrong, errorType: "too_strict", correctedReason: "harmful" });
    const [first, second] = await listBatches(review.id);
    expect(first).toEqual({
      ...{ number: 1, round: 1, state: "open", items: 4, decided: 4, accepted: 1, drawn: 4, checked: 3 },
      ...{ foundWrong: 2, wrong: 2, disputes: 0, errors: { missed: 1, too_strict: 1 }, outcomes: [] },
    });
    expect(second).toMatchObject({ number: 2, items: 4, decided: 0, errors: {} });
    const { id } = await db.reviewCheck.findFirstOrThrow({
      where: { reviewId: review.id, errorType: "missed" },
    });
    expectValue(await objectTo(annotator, { id: randomUUID(), checkId: id, words: "It is clear." }));
    expect(await getBatch(review.id, 1)).toMatchObject({ foundWrong: 2, wrong: 2, disputes: 1 });
  });

  test("is accepted when all is decided, checked and settled, and stays so", async () => {
    const { review, annotator, reviewer } = await begin();
    for (let n = 0; n < 3; n++) await decideNext(annotator);
    await checkNext(reviewer, wrong);
    const { id } = await db.reviewCheck.findFirstOrThrow({ where: { reviewId: review.id } });
    expectValue(await objectTo(annotator, { id: randomUUID(), checkId: id, words: "It is clear." }));
    expect(await acceptBatch(viewer, review.id, batch())).toEqual({
      ...refused("not_finished"),
      fields: { waiting: "1", checks: "2", disputes: "1" },
    });
    await decideNext(annotator);
    for (let n = 0; n < 3; n++) await checkNext(reviewer);
    await db.reviewMember.updateMany({
      where: { reviewId: review.id, userId: reviewer.userId },
      data: { removedAt: new Date() },
    });
    expectValue(await ruleOn(viewer, review.id, { id: randomUUID(), checkId: id, stands: true, words: "" }));
    expectValue(await acceptBatch(viewer, review.id, batch("Well done.")));
    const [first] = await listBatches(review.id);
    expect(first).toMatchObject({
      state: "accepted",
      outcomes: [{ round: 1, outcome: "accepted", by: viewer.name, words: "Well done." }],
    });
    expect(await acceptBatch(viewer, review.id, batch())).toEqual(refused("changed"));
    expect(await returnBatch(viewer, review.id, batch("Again."))).toEqual(refused("changed"));
    expect(await saveDecision(annotator, makeDecision(4))).toEqual(refused("accepted"));
  });

  test("that is returned is decided anew, in another round, and nothing of the first is lost", async () => {
    const { review, annotator, reviewer } = await begin();
    const other = await join(review, "annotator");
    for (let n = 0; n < 4; n++) await decideNext(annotator);
    await checkNext(reviewer, wrong);
    await checkNext(reviewer, wrong);
    const late = await takeOne(reviewer, "check");
    expect(await getReturnCosts(review.id, 1)).toEqual({ decisions: 4, checks: 4 });
    expectValue(await returnBatch(viewer, review.id, batch("Read to the end.")));
    expect(await saveCheck(reviewer, makeCheck(late))).toEqual(refused("returned"));
    expect(await saveDecision(annotator, makeDecision(1))).toEqual(refused("returned"));
    expect(await take(reviewer, "check")).toEqual([]);
    const again = await takeOne(other, "decide");
    expect(again).toMatchObject({ number: 1, round: 2, returned: "Read to the end." });
    expectValue(await saveDecision(other, makeDecision(1, { round: 2, accepts: false, reason: "unclear" })));
    expect(await getBatch(review.id, 1)).toMatchObject({
      round: 2,
      decided: 1,
      accepted: 0,
      drawn: 1,
      checked: 0,
      wrong: 0,
    });
    expect(await returnBatch(viewer, review.id, batch("Again."))).toEqual(refused("changed"));
    expect(await db.reviewDecision.count({ where: { reviewId: review.id, round: 1 } })).toBe(4);
    expect(await checkNext(reviewer)).toMatchObject({ number: 1, round: 2 });
    const [first] = await listBatches(review.id);
    expect(first?.outcomes).toMatchObject([{ round: 1, outcome: "returned", words: "Read to the end." }]);
    // What was found in the first round counts for how much is checked of the annotator.
    await decideNext(annotator);
    const last = await db.reviewDecision.findFirstOrThrow({
      where: { reviewId: review.id, annotatorId: annotator.userId, round: 2 },
    });
    expect(last).toMatchObject({ ordinal: 5, reviewedBefore: 2, rightBefore: 0 });
  });

  test("of a closed review stays as it is, and one that isn't there isn't", async () => {
    const { review } = await begin();
    expect(await acceptBatch(viewer, review.id, { ...batch(), number: 9 })).toEqual(refused("not_found"));
    expectValue(await closeReview(viewer, review.slug));
    expect(await returnBatch(viewer, review.id, batch("Again."))).toEqual(refused("closed"));
  });
});

test("returning while people decide loses nothing: each decision is of one round or refused", async () => {
  const { review, annotator } = await begin();
  const items = await take(annotator, "decide", 4);
  const [returned, ...saved] = await Promise.all([
    returnBatch(viewer, review.id, batch("Again.")),
    ...items.map(({ number }) => saveDecision(annotator, makeDecision(number))),
  ]);
  expectValue(returned);
  const kept = saved.filter(({ ok }) => ok).length;
  for (const one of saved) if (!one.ok) expect(one).toEqual(refused("returned"));
  const stored = await db.reviewDecision.findMany({ where: { reviewId: review.id } });
  expect(stored).toHaveLength(kept);
  const waiting = { reviewId: review.id, batch: 1, state: "waiting", round: 2 } as const;
  expect(await db.reviewItem.count({ where: waiting })).toBe(4);
});
