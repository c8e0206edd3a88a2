import pg from "pg";
import { describe, expect, test } from "vitest";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import { removeMember } from "#lib/reviews/plan/member-mutations.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";
import { pauseReview, reopenReview } from "#lib/reviews/plan/state-mutations.ts";
import { giveBack, takeItems } from "#lib/reviews/queue/queue-mutations.ts";
import type { QueueItem } from "#lib/reviews/queue/schema.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
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
