import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAudit } from "#lib/reviews/checking/checking-mutations.ts";
import { objectTo } from "#lib/reviews/checking/dispute-mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/deciding-mutations.ts";
import { readDecisions } from "#lib/reviews/results/decisions-queries.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { checkedAt, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { checkNext, decideNext, makeDecision, wrong } from "#lib/reviews/testing/working.ts";

const { viewer, draft, open, join } = await useTrialReviews();

test("a review that nobody has begun has its items, and no figure", async () => {
  const review = await open();
  const rows = await getReviewRows(viewer, review.slug);
  expect(rows?.items.map(({ number, batch, round }) => [number, batch, round]).slice(3, 5)).toEqual([
    [4, 1, 1],
    [5, 2, 1],
  ]);
  expect(rows?.batches.map(({ isAccepted }) => isAccepted)).toEqual([false, false, false]);
  expect(rows && reviewFigures(rows).retention).toMatchObject({ value: null, reason: "no_items" });
  expect(await getReviewRows(viewer, review.slug)).toBe(rows);
});

test("what is new is read beside what is known, and comes to what all of it comes to", async () => {
  const review = await open({ coverage: checkedAt(1), secondShare: 1, auditRate: 1 });
  const [annotator, reviewer, other, auditor] = [
    await join(review, "annotator"),
    await join(review, "reviewer"),
    await join(review, "reviewer"),
    await join(review, "auditor"),
  ];
  const look = async () => {
    const rows = await getReviewRows(viewer, review.slug);
    const all = await db.reviewItem.findMany({ where: { reviewId: review.id }, orderBy: { number: "asc" } });
    const places = new Map(all.map(({ id }, place) => [id, place]));
    expect(rows?.decisions).toEqual(await readDecisions(review.id, places, null));
    return rows?.decisions ?? [];
  };
  const { number } = await decideNext(annotator);
  expect(await look()).toMatchObject([{ revision: 1, accepts: true, check: null }]);
  const changed = makeDecision(number, { accepts: false, reason: "unclear", comment: "It breaks off." });
  expectValue(await saveDecision(annotator, changed));
  await decideNext(annotator);
  expect(await look()).toMatchObject([{ revision: 2, accepts: false, isDrawn: true }, { revision: 1 }]);
  await checkNext(reviewer, { ...wrong, correctedAccepts: true, correctedReason: null });
  await checkNext(other);
  const [{ check = null } = {}] = await look();
  expect(check).toMatchObject({ isRight: false, dispute: null, audit: null });
  const disputed = await db.reviewCheck.findFirstOrThrow({ where: { reviewId: review.id, isRight: false } });
  expectValue(await objectTo(annotator, { id: randomUUID(), checkId: disputed.id, words: "It doesn’t." }));
  const audit = { id: randomUUID(), checkId: disputed.id, agrees: false, comment: "" };
  expectValue(await saveAudit(auditor, { ...audit, clientAt: new Date(), agoMs: 0 }));
  const [{ check: after = null } = {}] = await look();
  expect(after).toMatchObject({ dispute: "open", audit: { agrees: false } });
});

test("what was stored long before it could be read is not missed", async () => {
  const review = await open();
  const annotator = await join(review, "annotator");
  await decideNext(annotator);
  expect((await getReviewRows(viewer, review.slug))?.decisions).toHaveLength(1);
  const item = await db.reviewItem.findFirstOrThrow({ where: { reviewId: review.id, number: 7 } });
  const [anHourAgo, clientAt] = [new Date(Date.now() - 3_600_000), new Date()];
  await db.reviewDecision.create({
    data: {
      ...{ id: randomUUID(), itemId: item.id, reviewId: review.id, annotatorId: annotator.userId },
      ...{
        round: 1,
        revision: 1,
        accepts: true,
        clientAt,
        givenAt: clientAt,
        savedAt: anHourAgo,
        ordinal: 2,
      },
      ...{
        draw: 0.9,
        rate: 0.5,
        drawn: false,
        drawnTwice: false,
        reviewedBefore: 0,
        rightBefore: 0,
        band: 0,
      },
    },
  });
  expect((await getReviewRows(viewer, review.slug))?.decisions.map((one) => one.item)).toEqual([0, 6]);
});

test("a draft has no rows, nor has a review for those who don't lead it", async () => {
  expect(await getReviewRows(viewer, (await draft()).slug)).toBeNull();
  const researcher = viewerFor({ ...(await makePerson()), role: "researcher" as const });
  expect(await getReviewRows(researcher, (await open()).slug)).toBeNull();
});
