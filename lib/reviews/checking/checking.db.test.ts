import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { acceptBatch, returnBatch } from "#lib/reviews/batches/mutations.ts";
import { getReturnCosts, listBatches } from "#lib/reviews/batches/queries.ts";
import { saveCheck, answerObjection, objectTo, ruleOn } from "#lib/reviews/checking/mutations.ts";
import { listDisputes, listObjections } from "#lib/reviews/checking/queries.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { listOwnDecisions } from "#lib/reviews/deciding/queries.ts";
import { removeMember } from "#lib/reviews/plan/member-mutations.ts";
import { pauseReview } from "#lib/reviews/plan/mutations.ts";
import { checkedAt, type TrialReview, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import {
  checkNext,
  decideNext,
  makeCheck,
  makeDecision,
  decideBlind,
  take,
  takeOne,
  wrong,
} from "#lib/reviews/testing/working.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, join } = await useTrialReviews({ cases: 12 });

const all = { coverage: checkedAt(1) };
const refused = (error: string) => ({ ok: false, error });
const stateOf = async (reviewId: string, number: number) =>
  (await db.reviewItem.findUniqueOrThrow({ where: { reviewId_number: { reviewId, number } } })).state;
const letTimePass = () => db.reviewLease.updateMany({ data: { until: new Date(Date.now() - 1000) } });

describe("a check", () => {
  test("is of drawn decisions, and of others'", async () => {
    const review = await open(all);
    const both = await join(review, "annotator", "reviewer");
    const reviewer = await join(review, "reviewer");
    await decideNext(both);
    expect(await take(both, "check")).toEqual([]);
    const item = await takeOne(reviewer, "check");
    expect(item).toMatchObject({
      number: 1,
      place: 1,
      decision: { accepts: true, reason: null, comment: "" },
    });
    expect(JSON.stringify(item)).not.toContain(both.userId);
    expect(await saveCheck(both, makeCheck(item))).toEqual(refused("own"));
    expectValue(await saveCheck(reviewer, makeCheck(item)));
    expect(await stateOf(review.id, 1)).toBe("checked");
    const none = await open({ coverage: checkedAt(0) });
    await decideNext(await join(none, "annotator"));
    const idle = await join(none, "reviewer");
    expect(await take(idle, "check")).toEqual([]);
    const { id } = await db.reviewDecision.findFirstOrThrow({ where: { reviewId: none.id } });
    expect(await saveCheck(idle, makeCheck({ ...item, decisionId: id }))).toEqual(refused("not_found"));
  });

  test("sent twice is stored once, and says what would have been right", async () => {
    const review = await open(all);
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    await decideNext(annotator);
    const item = await takeOne(reviewer, "check");
    const same = { ...wrong, correctedAccepts: true, correctedReason: null };
    expect(await saveCheck(reviewer, makeCheck(item, same))).toEqual(refused("invalid"));
    expect(await saveCheck(reviewer, makeCheck(item, { ...wrong, errorType: "else" }))).toEqual(
      refused("invalid"),
    );
    const given = makeCheck(item, { ...wrong, comment: "Nobody is named." });
    const [one, two] = await Promise.all([saveCheck(reviewer, given), saveCheck(reviewer, given)]);
    expect(one).toMatchObject({ ok: true });
    expect(two).toEqual(one);
    expectValue(await pauseReview(viewer, review.slug));
    expect(await saveCheck(reviewer, given)).toEqual(one);
    expect(await saveCheck(reviewer, { ...given, isRight: true, errorType: null })).toEqual(
      refused("invalid"),
    );
    expect(await saveCheck(reviewer, makeCheck(item))).toEqual(refused("paused"));
  });

  test("after its time is taken, unless somebody else has it or checked it", async () => {
    const review = await open(all);
    const [annotator, one] = [await join(review, "annotator"), await join(review, "reviewer")];
    const two = await join(review, "reviewer");
    for (let n = 0; n < 2; n++) await decideNext(annotator);
    const [first, second] = await take(one, "check", 2);
    await letTimePass();
    expectValue(await saveCheck(one, makeCheck(first!)));
    expect((await takeOne(two, "check")).number).toBe(second?.number);
    expect(await saveCheck(one, makeCheck(second!))).toEqual(refused("given_to_other"));
    await checkNext(two);
    expect(await saveCheck(one, makeCheck(second!))).toEqual(refused("checked_by_other"));
  });

  test("may need two, by two people who don't see each other's", async () => {
    const review = await open({ ...all, secondShare: 1 });
    const annotator = await join(review, "annotator");
    const [one, two, three] = [
      await join(review, "reviewer"),
      await join(review, "reviewer"),
      await join(review, "reviewer"),
    ];
    await decideNext(annotator);
    const first = await takeOne(one, "check");
    const second = await takeOne(two, "check");
    expect([first.place, second.place]).toEqual([1, 2]);
    expect(await take(three, "check")).toEqual([]);
    expectValue(await saveCheck(one, makeCheck(first)));
    expect(await stateOf(review.id, 1)).toBe("to_check");
    expect(await take(one, "check")).toEqual([]);
    expect(await saveCheck(one, makeCheck(second))).toEqual(refused("not_found"));
    expectValue(await saveCheck(two, makeCheck(second, wrong)));
    expect(await stateOf(review.id, 1)).toBe("checked");
    // The first decides what stands.
    const [known] = await db.$queryRaw<{ right: number }[]>`
      SELECT was_right AS right FROM review_record(${review.id}::uuid, ${annotator.userId}::uuid)`;
    expect(known?.right).toBe(1);
  });

  test("thirty who ask at once are given each decision once", async () => {
    const review = await open(all);
    const annotator = await join(review, "annotator");
    for (let n = 0; n < 12; n++) await decideNext(annotator);
    const reviewers = await Promise.all(Array.from({ length: 10 }, () => join(review, "reviewer")));
    const given = await Promise.all(
      Array.from({ length: 30 }, (_, n) => take(reviewers[n % 10]!, "check", 2)),
    );
    const held = await db.reviewLease.findMany({ where: { reviewId: review.id, step: "check" } });
    expect(held).toHaveLength(12);
    expect(new Set(given.flat().map(({ number }) => number)).size).toBe(12);
  });
});

describe("where reviewers speak first", () => {
  test("the decision is shown once they have, and what they said stays", async () => {
    const review = await open({ ...all, blind: true });
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    await decideNext(annotator, { accepts: false, reason: "unclear", comment: "Who is it?" });
    const item = await takeOne(reviewer, "check");
    expect(item).toMatchObject({ decision: null, blind: null });
    expect(JSON.stringify(item)).not.toContain("unclear");
    expect(await saveCheck(reviewer, makeCheck(item))).toEqual(refused("blind_first"));
    const told = {
      blind: { accepts: true, reason: null },
      decision: { accepts: false, reason: "unclear", comment: "Who is it?" },
    };
    expect(await decideBlind(reviewer, item)).toEqual({ ok: true, value: told });
    // Said otherwise afterwards, it is what was said first.
    expect(await decideBlind(reviewer, item, false)).toEqual({ ok: true, value: told });
    expect(await takeOne(reviewer, "check")).toMatchObject(told);
    expect(await saveDecision(annotator, makeDecision(1))).toEqual(refused("taken_up"));
    expectValue(await saveCheck(reviewer, makeCheck(item)));
    expect(await db.reviewBlindDecision.count({ where: { reviewId: review.id } })).toBe(1);
  });

  test("whoever has read the decision speaks no second time, as the second reviewer either", async () => {
    const review = await open({ ...all, blind: true, secondShare: 1 });
    const annotator = await join(review, "annotator");
    const [one, two] = [await join(review, "reviewer"), await join(review, "reviewer")];
    await decideNext(annotator, { accepts: false, reason: "unclear" });
    const first = await takeOne(one, "check");
    expectValue(await decideBlind(one, first));
    await letTimePass();
    expect(await takeOne(two, "check")).toMatchObject({ place: 1 });
    const second = await takeOne(one, "check");
    expect(second).toMatchObject({ number: first.number, place: 2 });
    expect(await decideBlind(one, second, false)).toMatchObject({
      value: { blind: { accepts: true, reason: null } },
    });
  });

  test("nobody speaks about their own, or about what isn't checked", async () => {
    const review = await open({ ...all, blind: true });
    const both = await join(review, "annotator", "reviewer");
    const other = await join(review, "reviewer");
    await decideNext(both);
    const item = await takeOne(other, "check");
    expect(await decideBlind(both, item)).toEqual(refused("own"));
    expect(await decideBlind(other, { ...item, place: 2 })).toEqual(refused("not_found"));
    expect(await decideBlind(other, { ...item, decisionId: randomUUID() })).toEqual(refused("changed"));
  });
});

describe("disputes", async () => {
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
      const { disputes, ...counted } = await listDisputes(viewer, review.id, 7);
      expect(counted).toEqual({ total: 1, page: 1, pages: 1 });
      expect(disputes[0]).toMatchObject({
        number: 1,
        state: "answered",
        isOver: false,
        waitsForLead: true,
        check: { errorType: "missed" },
        annotator: { number: 1 },
        reviewer: { number: 2 },
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
      expect((await listDisputes(viewer, review.id)).disputes).toMatchObject([
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
      const waits = async () =>
        (await listDisputes(viewer, review.id)).disputes.map((one) => one.waitsForLead);
      expect(await waits()).toEqual([false]);
      expectValue(await removeMember(viewer, review.id, reviewer.userId));
      expect(await waits()).toEqual([true]);
      expectValue(await ruleOn(viewer, review.id, verdict(id, true)));
      expect((await listDisputes(viewer, review.id)).disputes).toMatchObject([{ state: "upheld" }]);
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
});

describe("batches", async () => {
  const { viewer, open, close, join } = await useTrialReviews({ cases: 8 });

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
        number: 1,
        round: 1,
        state: "open",
        items: 4,
        decided: 4,
        accepted: 1,
        drawn: 4,
        checked: 3,
        foundWrong: 2,
        wrong: 2,
        disputes: 0,
        errors: { missed: 1, too_strict: 1 },
        outcomes: [],
      });
      expect(second).toMatchObject({ number: 2, items: 4, decided: 0, errors: {} });
      const { id } = await db.reviewCheck.findFirstOrThrow({
        where: { reviewId: review.id, errorType: "missed" },
      });
      expectValue(await objectTo(annotator, { id: randomUUID(), checkId: id, words: "It is clear." }));
      expect((await listBatches(review.id))[0]).toMatchObject({ foundWrong: 2, wrong: 2, disputes: 1 });
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
      expectValue(
        await ruleOn(viewer, review.id, { id: randomUUID(), checkId: id, stands: true, words: "" }),
      );
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
      expectValue(
        await saveDecision(other, makeDecision(1, { round: 2, accepts: false, reason: "unclear" })),
      );
      expect((await listBatches(review.id))[0]).toMatchObject({
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
      expectValue(await close(review));
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
});
