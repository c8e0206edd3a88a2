import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import { saveAudit, objectTo } from "#lib/reviews/checking/mutations.ts";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { getOwnAccuracy, getCheckedItem, getOwnItem } from "#lib/reviews/deciding/queries.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";
import { removeMember } from "#lib/reviews/plan/member-mutations.ts";
import { pauseReview, reopenReview } from "#lib/reviews/plan/mutations.ts";
import { giveBack, takeItems } from "#lib/reviews/queue/mutations.ts";
import { getWaiting, listCaseKinds } from "#lib/reviews/queue/queries.ts";
import type { QueueItem } from "#lib/reviews/queue/schema.ts";
import { getItemHistory } from "#lib/reviews/results/item-queries.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { readDecisions, getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { checkedAt, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { checkNext, decideNext, makeDecision, takeOne, wrong } from "#lib/reviews/testing/working.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, join } = await useTrialReviews({ cases: 120 });

const take = async (part: OwnPart, wanted = 1, have: number[] = []): Promise<QueueItem[]> =>
  expectValue(await takeItems(part, { step: "decide", wanted, have }));
const numbers = (items: readonly QueueItem[]) => items.map(({ number }) => number);
const overNow = () => db.reviewLease.updateMany({ data: { until: new Date(Date.now() - 1000) } });

describe("what is given to decide", () => {
  test("comes in the order of the review, and is given to nobody else", async () => {
    const review = await open();
    const [one, two] = [await join(review, "annotator"), await join(review, "annotator")];
    expect(numbers(await take(one, 3))).toEqual([1, 2, 3]);
    expect(numbers(await take(two, 2))).toEqual([4, 5]);
    // Asked again, it is the same; content that is there already is not sent again.
    const again = await take(one, 4, [1, 2]);
    expect(numbers(again)).toEqual([1, 2, 3, 6]);
    expect(again.map(({ shown }) => shown !== null)).toEqual([false, false, true, true]);
  });

  test("holds nothing but what is to be read", async () => {
    const [item] = await take(await join(await open(), "annotator"));
    expect(Object.keys(item?.shown ?? {}).sort()).toEqual(["content", "kind", "language", "names"]);
    expect(item).toMatchObject({
      decisionId: null,
      decision: null,
      blind: null,
      check: null,
      round: 1,
      place: 1,
    });
    expect(JSON.stringify(item)).not.toContain("gold");
  });

  test("tells what is held to be right where the review is about that", async () => {
    const [item] = await take(await join(await open({ showGold: true }), "annotator"));
    expect(item?.shown?.gold).toBe(0);
  });

  test("is for others once its time is over, once it is given back, and once somebody is removed", async () => {
    const review = await open();
    const [one, two] = [await join(review, "annotator"), await join(review, "annotator")];
    await take(one, 2);
    expect(await giveBack(one, { step: "decide", items: [1, 99] })).toEqual({
      ok: true,
      value: { released: 1 },
    });
    expect(numbers(await take(two, 1))).toEqual([1]);
    await overNow();
    expect(numbers(await take(one, 2))).toEqual([1, 2]);
    expectValue(await removeMember(viewer, review.id, one.userId));
    expect(numbers(await take(two, 2))).toEqual([1, 2]);
    expect(await take(one, 2)).toEqual([]);
  });

  test("is nothing for other parts, and while the review is paused or closed", async () => {
    const review = await open();
    const reviewer = await join(review, "reviewer");
    const annotator = await join(review, "annotator");
    const ask = { step: "decide" as const, wanted: 1, have: [] };
    expect(await takeItems(reviewer, ask)).toEqual({ ok: false, error: "not_your_part" });
    expect(await takeItems({ ...annotator, state: "paused" }, ask)).toEqual({ ok: false, error: "paused" });
    // Paused since it was looked up: the database knows.
    expectValue(await pauseReview(viewer, review.slug));
    expect(await take(annotator)).toEqual([]);
    expectValue(await reopenReview(viewer, review.slug));
    expect(numbers(await take(annotator))).toEqual([1]);
  });
});

test("forty who ask at once: no item twice, none lost", async () => {
  const review = await open();
  const people: OwnPart[] = [];
  for (let n = 0; n < 8; n++) people.push(await join(review, "annotator"));
  const given = await Promise.all(
    people.flatMap((part) => Array.from({ length: 5 }, (_, i) => take(part, i + 1))),
  );
  const held = await db.reviewLease.findMany({ where: { reviewId: review.id }, include: { item: true } });
  // Each of the eight holds as many as they asked for at most, all different, the first of the review.
  expect(held).toHaveLength(40);
  expect(held.map(({ item }) => item.number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  for (const part of people) expect(held.filter(({ userId }) => userId === part.userId)).toHaveLength(5);
  const ofOne = new Map(held.map(({ item, userId }) => [item.number, userId]));
  given.forEach((items, index) => {
    for (const { number } of items) expect(ofOne.get(number)).toBe(people[Math.floor(index / 5)]?.userId);
  });
});

test("a connection that dies in the middle keeps nothing from anybody", async () => {
  const review = await open();
  const [one, two] = [await join(review, "annotator"), await join(review, "annotator")];
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await client.query("BEGIN");
  const values = [review.id, one.userId, "decide", 3, "30 minutes"];
  await client.query("SELECT * FROM take_review_items($1, $2, $3, $4, $5)", values);
  // While it is under way others are given what comes after it.
  expect(numbers(await take(two, 1))).toEqual([4]);
  await db.$queryRaw`SELECT pg_terminate_backend(${rows[0]?.pid ?? 0}::int, 5000)`;
  expect(numbers(await take(two, 4))).toEqual([1, 2, 3, 4]);
});

test("the database draws what the rule of the manifest says", async () => {
  const words = ["check\n1\n1", "check\n32000\n2", "audit\n7\n1\n2"];
  for (const seed of [1n, 2n ** 62n, 140_737_488_355_327n])
    for (const text of words) {
      const [drawn] = await db.$queryRaw<
        { draw: number }[]
      >`SELECT review_draw(${seed}::bigint, ${text}) AS draw`;
      expect(drawn?.draw).toBe(drawOf(seed, ...text.split("\n")));
    }
});

describe("what waits", async () => {
  const { open, join } = await useTrialReviews({ cases: 6 });

  test("what waits is counted by one’s parts, without what one may not do", async () => {
    const review = await open({ auditRate: 1, coverage: checkedAt(1) });
    const all = await join(review, "annotator", "reviewer", "auditor");
    const other = await join(review, "annotator");
    await decideNext(all);
    await decideNext(other);
    // Of the two decisions one is their own.
    expect(await getWaiting(all)).toEqual({
      steps: [
        { step: "decide", waiting: 4, done: 1 },
        { step: "check", waiting: 1, done: 0 },
        { step: "audit", waiting: 0, done: 0 },
      ],
      objections: 0,
    });
    expect(await getWaiting(other)).toEqual({
      steps: [{ step: "decide", waiting: 4, done: 1 }],
      objections: 0,
    });
    await checkNext(all, wrong);
    const auditor = await join(review, "auditor");
    // Nobody audits a check of their own.
    expect((await getWaiting(all)).steps.at(-1)).toEqual({ step: "audit", waiting: 0, done: 0 });
    expect((await getWaiting(auditor)).steps).toEqual([{ step: "audit", waiting: 1, done: 0 }]);
    const { check } = await takeOne(auditor, "audit");
    const said = { id: randomUUID(), clientAt: new Date(), agoMs: 0, comment: "" };
    expectValue(await saveAudit(auditor, { checkId: check?.id ?? "", agrees: true, ...said }));
    expect((await getWaiting(auditor)).steps).toEqual([{ step: "audit", waiting: 0, done: 1 }]);
    const { rounds } = (await getOwnItem(other, 2)) ?? { rounds: [] };
    const checkId = rounds[0]?.check?.id ?? "";
    expectValue(await objectTo(other, { id: randomUUID(), checkId, words: "Two of them answer." }));
    expect((await getWaiting(all)).objections).toBe(1);
    expect(await listCaseKinds(all)).toEqual(["choice"]);
  });

  test("an item is shown once more to who decided or checked it, and to nobody else", async () => {
    const review = await open({ coverage: checkedAt(1) });
    const [one, two] = [
      await join(review, "annotator", "reviewer"),
      await join(review, "annotator", "reviewer"),
    ];
    await decideNext(one, { accepts: false, reason: "unclear", comment: "Nobody answers." });
    expect(await getOwnItem(one, 1)).toMatchObject({
      shown: { kind: "choice" },
      rounds: [{ number: 1, mayChange: true, check: null, decision: { comment: "Nobody answers." } }],
    });
    expect([await getOwnItem(two, 1), await getOwnItem(one, 2), await getCheckedItem(two, 1)]).toEqual([
      null,
      null,
      null,
    ]);
    await checkNext(two);
    expect(await getCheckedItem(two, 1)).toMatchObject({ kind: "choice" });
    expect((await getOwnItem(one, 1))?.rounds).toMatchObject([
      { mayChange: false, check: { isRight: true } },
    ]);
  });

  test("how often one was right, and what share of the next ones is checked by it", async () => {
    const review = await open({ coverage: { first: 1, by: "estimate" } });
    const [one, two] = [await join(review, "annotator"), await join(review, "reviewer")];
    expect(await getOwnAccuracy(one)).toEqual({
      decided: 0,
      reviewed: 0,
      right: 0,
      rate: 1,
      band: null,
      first: 1,
    });
    await decideNext(one);
    await checkNext(two);
    // Right in one of one: the end of the last band.
    expect(await getOwnAccuracy(one)).toMatchObject({
      decided: 1,
      reviewed: 1,
      right: 1,
      rate: 0.05,
      band: 2,
    });
  });
});

describe("rows", async () => {
  const { viewer, draft, open, close, join } = await useTrialReviews();

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
    // So that the first item isn't drawn for a check, and can be changed, and the second is.
    const draws = (seed: bigint) => [1, 2].map((number) => drawOf(seed, "check", number, 1) < 0.5);
    const seeds = Array.from({ length: 64 }, (_, n) => BigInt(n));
    const seed = seeds.find((one) => draws(one).join() === "false,true");
    const review = await open({ coverage: checkedAt(0.5), secondShare: 1, auditRate: 1 }, seed);
    const [annotator, reviewer, other, auditor] = [
      await join(review, "annotator"),
      await join(review, "reviewer"),
      await join(review, "reviewer"),
      await join(review, "auditor"),
    ];
    const look = async () => {
      const rows = await getReviewRows(viewer, review.slug);
      const all = await db.reviewItem.findMany({
        where: { reviewId: review.id },
        orderBy: { number: "asc" },
      });
      const places = new Map(all.map(({ id }, place) => [id, place]));
      expect(rows?.decisions).toEqual(await readDecisions(review.id, places, null));
      return rows?.decisions ?? [];
    };
    const { number } = await decideNext(annotator);
    expect(await look()).toMatchObject([{ revision: 1, accepts: true, check: null }]);
    const changed = makeDecision(number, { accepts: false, reason: "unclear", comment: "It breaks off." });
    expectValue(await saveDecision(annotator, changed));
    await decideNext(annotator);
    expect(await look()).toMatchObject([
      { revision: 2, accepts: false },
      { revision: 1, isDrawn: true },
    ]);
    await checkNext(reviewer, wrong);
    await checkNext(other);
    const [, { check = null } = {}] = await look();
    expect(check).toMatchObject({ isRight: false, dispute: null, audit: null });
    const disputed = await db.reviewCheck.findFirstOrThrow({
      where: { reviewId: review.id, isRight: false },
    });
    expectValue(await objectTo(annotator, { id: randomUUID(), checkId: disputed.id, words: "It doesn’t." }));
    const audit = { id: randomUUID(), checkId: disputed.id, agrees: false, comment: "" };
    expectValue(await saveAudit(auditor, { ...audit, clientAt: new Date(), agoMs: 0 }));
    const [, { check: after = null } = {}] = await look();
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
        id: randomUUID(),
        itemId: item.id,
        reviewId: review.id,
        annotatorId: annotator.userId,
        round: 1,
        revision: 1,
        accepts: true,
        clientAt,
        givenAt: clientAt,
        savedAt: anHourAgo,
        ordinal: 2,
        draw: 0.9,
        rate: 0.5,
        drawn: false,
        drawnTwice: false,
        reviewedBefore: 0,
        rightBefore: 0,
        band: 0,
      },
    });
    expect((await getReviewRows(viewer, review.slug))?.decisions.map((one) => one.item)).toEqual([0, 6]);
  });

  test("whoever leads and reviews is shown no decision that may come to them before they checked it", async () => {
    const review = await open({ coverage: checkedAt(1) });
    const [annotator, own] = [await join(review, "annotator"), await join(review, "lead", "reviewer")];
    const person = await db.user.findUniqueOrThrow({ where: { id: own.userId } });
    const lead = viewerFor({ ...person, role: "researcher" as const });
    for (let n = 0; n < 2; n++) await decideNext(annotator);
    const shown = async (who: typeof viewer | typeof lead) => {
      const { decisions, isWithheld } = (await getItemHistory(who, review.id, 1)) ?? expect.fail();
      return [[...(await listWithheld(who, review.id))].sort(), decisions.length, isWithheld];
    };
    expect(await shown(lead)).toEqual([[1, 2], 0, true]);
    expect(await shown(viewer)).toEqual([[], 1, false]);
    await checkNext(own);
    expect(await shown(lead)).toEqual([[2], 1, false]);
    expectValue(await close(review));
    expect(await shown(lead)).toEqual([[], 1, false]);
  });

  test("a draft has no rows, nor has a review for those who don't lead it", async () => {
    expect(await getReviewRows(viewer, (await draft()).slug)).toBeNull();
    const researcher = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    expect(await getReviewRows(researcher, (await open()).slug)).toBeNull();
  });
});
