import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { answerObjection, objectTo, ruleOn } from "#lib/reviews/checking/dispute-mutations.ts";
import { listDisputes, listObjections } from "#lib/reviews/checking/dispute-queries.ts";
import { listOwnDecisions } from "#lib/reviews/deciding/own-queries.ts";
import { removeMember } from "#lib/reviews/plan/member-mutations.ts";
import { pauseReview } from "#lib/reviews/plan/state-mutations.ts";
import { checkedAt, useTrialReviews, type TrialReview } from "#lib/reviews/testing/trial-review.ts";
import { checkNext, decideNext, wrong } from "#lib/reviews/testing/working.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, join } = await useTrialReviews({ cases: 6 });

const refused = (error: string) => ({ ok: false, error });
const objection = (checkId: string) => ({ id: randomUUID(), checkId, words: "Two of them answer." });
const verdict = (checkId: string, stands: boolean) => ({
  id: randomUUID(),
  checkId,
  stands,
  words: "See line 3.",
});
const rightOf = async ({ id }: TrialReview, annotatorId: string) => {
  const [known] = await db.$queryRaw<{ right: number }[]>`
    SELECT was_right AS right FROM review_record(${id}::uuid, ${annotatorId}::uuid)`;
  return known?.right;
};

async function begin() {
  const review = await open({ coverage: checkedAt(1) });
  const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
  await decideNext(annotator);
  await checkNext(reviewer, wrong);
  const { id } = await db.reviewCheck.findFirstOrThrow({ where: { reviewId: review.id } });
  return { review, annotator, reviewer, id };
}

describe("a dispute", () => {
  test("goes from the annotator to the reviewer, and ends where the check is taken back", async () => {
    const { review, annotator, reviewer, id } = await begin();
    expect(await answerObjection(reviewer, verdict(id, true))).toEqual(refused("no_objection"));
    const given = objection(id);
    expect(await objectTo(annotator, given)).toMatchObject({ ok: true });
    expect(await objectTo(annotator, given)).toMatchObject({ ok: true });
    expect(await objectTo(annotator, objection(id))).toEqual(refused("done"));
    expect(await ruleOn(viewer, review.id, verdict(id, true))).toEqual(refused("not_answered"));
    expect((await listObjections(reviewer)).map(({ number, state }) => [number, state])).toEqual([
      [1, "objected"],
    ]);
    expect(await rightOf(review, annotator.userId)).toBe(0);
    expectValue(await answerObjection(reviewer, verdict(id, false)));
    expect(await rightOf(review, annotator.userId)).toBe(1);
    expect(await ruleOn(viewer, review.id, verdict(id, true))).toEqual(refused("done"));
    const [own] = (await listOwnDecisions(annotator)).decisions;
    expect(own?.check).toMatchObject({ dispute: "withdrawn", mayObject: false });
    expect(own?.check?.steps.map(({ step }) => step)).toEqual(["objection", "answer"]);
  });

  test("goes on to a lead, who is neither of the two", async () => {
    const { review, annotator, reviewer, id } = await begin();
    expectValue(await objectTo(annotator, objection(id)));
    expectValue(await answerObjection(reviewer, verdict(id, true)));
    const { disputes, ...counted } = await listDisputes(review.id, 7);
    expect(counted).toEqual({ total: 1, page: 1, pages: 1 });
    expect(disputes[0]).toMatchObject({
      ...{ number: 1, state: "answered", isOver: false, waitsForLead: true, check: { errorType: "missed" } },
      ...{ annotator: { number: 1 }, reviewer: { number: 2 } },
    });
    const asReviewer = viewerFor({
      ...(await makePerson({ role: "admin" })),
      id: reviewer.userId,
      role: "admin",
    });
    expect(await ruleOn(asReviewer, review.id, verdict(id, false))).toEqual(refused("own"));
    const ruling = verdict(id, false);
    expectValue(await ruleOn(viewer, review.id, ruling));
    expect(await ruleOn(viewer, review.id, ruling)).toMatchObject({ ok: true });
    expect(await ruleOn(viewer, review.id, verdict(id, true))).toEqual(refused("done"));
    expect((await listDisputes(review.id)).disputes).toMatchObject([
      { state: "overruled", waitsForLead: false },
    ]);
    expect(await rightOf(review, annotator.userId)).toBe(1);
    const events = await db.auditEvent.count({
      where: { subjectId: review.id, action: "review.dispute_ruled" },
    });
    expect(events).toBe(1);
  });

  test("is ruled on without an answer where the reviewer has no part any more", async () => {
    const { review, annotator, reviewer, id } = await begin();
    expectValue(await objectTo(annotator, objection(id)));
    const waits = async () => (await listDisputes(review.id)).disputes.map((one) => one.waitsForLead);
    expect(await waits()).toEqual([false]);
    expectValue(await removeMember(viewer, review.id, reviewer.userId));
    expect(await waits()).toEqual([true]);
    expectValue(await ruleOn(viewer, review.id, verdict(id, true)));
    expect((await listDisputes(review.id)).disputes).toMatchObject([{ state: "upheld" }]);
    expect(await rightOf(review, annotator.userId)).toBe(0);
  });

  test("is nobody else's, and waits while the review is paused", async () => {
    const { review, annotator, reviewer, id } = await begin();
    const other = await join(review, "annotator", "reviewer");
    expect(await objectTo(other, objection(id))).toEqual(refused("not_found"));
    expect(await objectTo(reviewer, objection(id))).toEqual(refused("not_your_part"));
    expectValue(await pauseReview(viewer, review.slug));
    expect(await objectTo(annotator, objection(id))).toEqual(refused("paused"));
    const elsewhere = await begin();
    expect(await ruleOn(viewer, elsewhere.review.id, verdict(id, true))).toEqual(refused("not_found"));
  });
});
