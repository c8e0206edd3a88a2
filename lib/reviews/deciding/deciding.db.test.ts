import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import { returnBatch } from "#lib/reviews/batches/mutations.ts";
import { saveCheck } from "#lib/reviews/checking/mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { listOwnDecisions } from "#lib/reviews/deciding/queries.ts";
import { storeFilter } from "#lib/reviews/filter/mutations.ts";
import { listFilters } from "#lib/reviews/filter/queries.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";
import { removeMember } from "#lib/reviews/plan/member-mutations.ts";
import { pauseReview, reopenReview } from "#lib/reviews/plan/mutations.ts";
import { giveBack } from "#lib/reviews/queue/mutations.ts";
import type { QueueItem } from "#lib/reviews/queue/schema.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
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
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, close, join } = await useTrialReviews({ cases: 110 });

const decisionsOf = ({ id }: TrialReview) =>
  db.reviewDecision.findMany({
    where: { reviewId: id },
    include: { item: { select: { number: true, state: true } } },
    orderBy: [{ item: { number: "asc" } }, { revision: "asc" }],
  });
const letTimePass = () => db.reviewLease.updateMany({ data: { until: new Date(Date.now() - 1000) } });
const refused = (error: string) => ({ ok: false, error });

describe("a decision", () => {
  test("is stored with what it was drawn by, and the item goes on from there", async () => {
    const review = await open({ coverage: checkedAt(0.5), secondShare: 0.4 }, 11n);
    const annotator = await join(review, "annotator");
    for (let n = 0; n < 20; n++) await decideNext(annotator);
    const stored = await decisionsOf(review);
    expect(stored).toHaveLength(20);
    for (const [index, { item, ...decision }] of stored.entries()) {
      const { number } = item;
      const [draw, second] = ["check", "second"].map((word) => drawOf(11n, word, number, 1)) as [
        number,
        number,
      ];
      const drawn = draw < 0.5;
      expect(decision).toMatchObject({
        ordinal: index + 1,
        draw,
        rate: 0.5,
        drawn,
        drawnTwice: drawn && second < 0.4,
        band: 0,
        reviewedBefore: 0,
        rightBefore: 0,
        revision: 1,
      });
      expect(item.state).toBe(drawn ? "to_check" : "decided");
    }
    expect(stored.some(({ drawn }) => drawn) && stored.some(({ drawn }) => !drawn)).toBe(true);
    expect(await db.reviewLease.count({ where: { reviewId: review.id } })).toBe(0);
  });

  test("sent twice is stored once, also after a pause; an id is good for one", async () => {
    const review = await open();
    const [annotator, other] = [await join(review, "annotator"), await join(review, "annotator")];
    const { number } = await takeOne(annotator, "decide");
    const given = makeDecision(number, { comment: "Clear." });
    const both = await Promise.all([given, given].map((one) => saveDecision(annotator, one)));
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({ value: { revision: 1 } });
    expectValue(await pauseReview(viewer, review.slug));
    expect(await saveDecision(annotator, given)).toEqual(both[0]);
    expectValue(await reopenReview(viewer, review.slug));
    expect(await saveDecision(annotator, { ...given, accepts: false, reason: "unclear" })).toEqual(
      refused("invalid"),
    );
    expect(await saveDecision(other, given)).toEqual(refused("invalid"));
    expect(await decisionsOf(review)).toHaveLength(1);
  });

  test("is one of the settings'", async () => {
    const annotator = await join(await open(), "annotator");
    const given = makeDecision((await takeOne(annotator, "decide")).number, { accepts: false });
    expect(await saveDecision(annotator, { ...given, reason: "monologue" })).toEqual(refused("invalid"));
    expect(await saveDecision(annotator, { ...given, reason: "unclear" })).toMatchObject({ ok: true });
    expect(await saveDecision(annotator, makeDecision(999))).toEqual(refused("not_found"));
  });

  test("can be changed where it wasn't drawn for a check; the draw stays", async () => {
    const review = await open({ coverage: checkedAt(0) });
    const annotator = await join(review, "annotator");
    const { number } = await decideNext(annotator);
    const change = makeDecision(number, { accepts: false, reason: "unclear" });
    expect(await saveDecision(annotator, change)).toMatchObject({ value: { revision: 2 } });
    expect(await saveDecision(annotator, change)).toMatchObject({ value: { revision: 2 } });
    const [first, second] = await decisionsOf(review);
    expect(first).toMatchObject({ ordinal: 1, drawn: false });
    expect(second).toMatchObject({ ordinal: null, draw: null, drawn: null, accepts: false });
    expect(await saveDecision(annotator, makeDecision(number))).toMatchObject({ value: { revision: 3 } });
  });

  test("that was drawn can't be changed, taken up or not", async () => {
    const review = await open({ coverage: checkedAt(1) });
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    const { number } = await decideNext(annotator);
    const change = () => saveDecision(annotator, makeDecision(number, { accepts: false, reason: "unclear" }));
    expect(await change()).toEqual(refused("taken_up"));
    await takeOne(reviewer, "check");
    await letTimePass();
    expect(await change()).toEqual(refused("taken_up"));
    expect(await decisionsOf(review)).toHaveLength(1);
  });

  test("is of what was given to the annotator in this round; for all else the answer is the same", async () => {
    const review = await open({ coverage: checkedAt(0) });
    const [one, two] = [await join(review, "annotator"), await join(review, "annotator")];
    const decided = await decideNext(one);
    const held = await takeOne(one, "decide");
    for (const number of [decided.number, held.number, 50, 999])
      expect(await saveDecision(two, makeDecision(number))).toEqual(refused("not_found"));
    expectValue(await returnBatch(viewer, review.id, { number: 1, round: 1, words: "Read to the end." }));
    const again = makeDecision(decided.number, { round: 2 });
    expect(await saveDecision(one, again)).toEqual(refused("not_found"));
    expect(await saveDecision(one, makeDecision(decided.number))).toEqual(refused("returned"));
    expect(await decisionsOf(review)).toHaveLength(1);
  });

  test("given after its time is taken, unless somebody else has the item or decided meanwhile", async () => {
    const review = await open();
    const [one, two] = [await join(review, "annotator"), await join(review, "annotator")];
    const [first, second] = (await take(one, "decide", 2)).map(({ number }) => number);
    await letTimePass();
    expect((await take(two, "decide", 2)).map(({ number }) => number)).toEqual([first, second]);
    const late = makeDecision(second ?? 0);
    expect(await saveDecision(one, late)).toEqual(refused("given_to_other"));
    expectValue(await saveDecision(two, makeDecision(first ?? 0)));
    expect(await saveDecision(one, makeDecision(first ?? 0))).toEqual(refused("decided_by_other"));
    // Not gone on with by the other either, it counts.
    expectValue(await giveBack(two, { step: "decide", items: [second ?? 0] }));
    expectValue(await saveDecision(one, late));
    expect(await saveDecision(two, makeDecision(second ?? 0))).toEqual(refused("decided_by_other"));
  });

  test("is refused calmly while paused, once closed, without the part, and of somebody removed", async () => {
    const review = await open();
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    const given = makeDecision((await takeOne(annotator, "decide")).number);
    expect(await saveDecision(reviewer, given)).toEqual(refused("not_your_part"));
    expectValue(await pauseReview(viewer, review.slug));
    expect(await saveDecision(annotator, given)).toEqual(refused("paused"));
    expectValue(await reopenReview(viewer, review.slug));
    expectValue(await removeMember(viewer, review.id, annotator.userId));
    expect(await saveDecision(annotator, given)).toEqual(refused("not_found"));
    expectValue(await close(review));
    const late = makeDecision(given.number);
    expect(await saveDecision({ ...annotator, userId: reviewer.userId }, late)).toEqual(refused("not_found"));
    expect(await decisionsOf(review)).toHaveLength(0);
  });
});

describe("how much is checked", () => {
  /** All right but so many, each checked at once. */
  async function work(annotator: OwnPart, reviewer: OwnPart, items: number, wrongs: number) {
    for (let n = 0; n < items; n++) {
      await decideNext(annotator);
      await checkNext(reviewer, n < wrongs ? wrong : {});
    }
  }

  test("follows what was found of the annotator, band by band", async () => {
    const bands = [
      { from: 0, rateFrom: 1, rateTo: 1 },
      { from: 0.9, rateFrom: 0.5, rateTo: 0.25 },
    ];
    const review = await open({ coverage: { first: 10, by: "estimate", bands } });
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    const other = await join(review, "annotator");
    await work(annotator, reviewer, 10, 1);
    await decideNext(annotator);
    const stored = await decisionsOf(review);
    expect(stored.slice(0, 10).every(({ rate, band }) => rate === 1 && band === null)).toBe(true);
    expect(stored[10]).toMatchObject({ ordinal: 11, reviewedBefore: 10, rightBefore: 9, rate: 0.5, band: 1 });
    // Of whom nothing is known all first ones are checked.
    await decideNext(other);
    expect((await decisionsOf(review)).at(-1)).toMatchObject({
      ordinal: 1,
      rate: 1,
      band: null,
      reviewedBefore: 0,
    });
  });

  test("counts what reviewers find while a decision is under way", async () => {
    const review = await open({ coverage: { first: 1 } });
    const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
    await work(annotator, reviewer, 3, 1);
    await decideNext(annotator);
    expect((await decisionsOf(review)).at(-1)).toMatchObject({ reviewedBefore: 3, rightBefore: 2, band: 0 });
  });
});

test("forty decisions at once: none is lost, each annotator's are numbered one by one", async () => {
  const review = await open({ coverage: checkedAt(0.3) });
  const people = await Promise.all(Array.from({ length: 8 }, () => join(review, "annotator")));
  const given = await Promise.all(
    people.map(async (part) => ({ part, items: await take(part, "decide", 5) })),
  );
  const saved = await Promise.all(
    given.flatMap(({ part, items }) =>
      items.map(({ number }) => saveDecision(part, makeDecision(number, { id: randomUUID() }))),
    ),
  );
  expect(saved.filter(({ ok }) => ok)).toHaveLength(40);
  const stored = await decisionsOf(review);
  expect(new Set(stored.map(({ itemId }) => itemId)).size).toBe(40);
  for (const { userId } of people) {
    const ordinals = stored.filter(({ annotatorId }) => annotatorId === userId).map(({ ordinal }) => ordinal);
    expect(ordinals.toSorted()).toEqual([1, 2, 3, 4, 5]);
  }
});

test("what is refused to an annotator who is also a reviewer tells nothing of what was drawn", async () => {
  const review = await open({ coverage: checkedAt(0.5), blind: true });
  const both = await join(review, "annotator", "reviewer");
  const other = await join(review, "annotator", "reviewer");
  for (let n = 0; n < 6; n++) await decideNext(both);
  const decisions = await db.reviewDecision.findMany({
    where: { reviewId: review.id },
    select: { id: true, drawn: true, item: { select: { number: true } } },
  });
  expect(new Set(decisions.map(({ drawn }) => drawn)).size).toBe(2);
  for (const { id: decisionId, item } of decisions) {
    const asked = { number: item.number, round: 1, place: 1, decisionId } as QueueItem;
    for (const [part, problem] of [
      [both, "own"],
      [other, "not_found"],
    ] as const) {
      expect(await saveCheck(part, makeCheck(asked))).toEqual(refused(problem));
      expect(await decideBlind(part, asked)).toEqual(refused(problem));
    }
  }
});

test("one's own decisions are told with what the first reviewer said, and of no draw", async () => {
  const review = await open({ coverage: checkedAt(1) });
  const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
  for (let n = 0; n < 3; n++) await decideNext(annotator);
  await checkNext(reviewer);
  await checkNext(reviewer, { ...wrong, comment: "Who is meant?" });
  const own = await listOwnDecisions(annotator);
  expect(own).toMatchObject({ total: 3, wrong: 1 });
  expect(
    own.decisions.map(({ number, mayChange, check }) => [
      number,
      mayChange,
      check?.isRight,
      check?.mayObject,
    ]),
  ).toEqual([
    [3, true, undefined, undefined],
    [2, false, false, true],
    [1, false, true, false],
  ]);
  expect((await listOwnDecisions(annotator, { wrong: true })).decisions.map(({ number }) => number)).toEqual([
    2,
  ]);
  expect(await listOwnDecisions(reviewer)).toMatchObject({ total: 0 });
  expect(JSON.stringify(own)).not.toMatch(/draw|rate|reviewer/i);
});

describe("filters of a review", async () => {
  const { viewer, draft, open } = await useTrialReviews({ cases: 6 });
  const write = useFiles();

  type Line = Record<string, unknown>;
  const fileOf = (lines: readonly (Line | string)[], name = "filter.jsonl") =>
    write(name, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));

  async function keysOf({ id }: TrialReview): Promise<string[]> {
    const items = await db.reviewItem.findMany({
      where: { reviewId: id },
      select: { caseVersion: { select: { case: { select: { key: true } } } } },
      orderBy: { number: "asc" },
    });
    return items.map(({ caseVersion }) => caseVersion.case.key);
  }

  const store = async (review: TrialReview, lines: readonly (Line | string)[]) =>
    expectValue(await storeFilter(viewer, review.slug, { ...fileOf(lines), name: "filter.jsonl" }));

  const stored = ({ id }: TrialReview) =>
    db.reviewFilterDecision.findMany({
      where: { reviewId: id },
      select: {
        accepts: true,
        reason: true,
        filter: { select: { model: true } },
        item: { select: { number: true } },
      },
      orderBy: [{ filterId: "asc" }, { itemId: "asc" }],
    });

  describe("what a filter says of a review's items", async () => {
    test("is stored beside people, newer beside older, and recorded", async () => {
      const review = await open();
      const [a, b, c] = await keysOf(review);
      const first = await store(review, [
        { model: "lantern", case: a, decision: "accept" },
        { model: "lantern", case: b, track: "Literary", decision: "reject", reason: "unclear" },
        { model: "quill", case: a, decision: "reject" },
      ]);
      expect(first).toEqual({
        problems: [],
        filters: [
          { model: "lantern", items: 2, isNewer: false },
          { model: "quill", items: 1, isNewer: false },
        ],
      });
      const before = await getReviewRows(viewer, review.slug);
      const again = await store(review, [
        { model: "lantern", case: b, decision: "accept" },
        { model: "lantern", case: c, decision: "accept" },
      ]);
      expect(again.filters).toEqual([{ model: "lantern", items: 2, isNewer: true }]);
      expect(await stored(review)).toEqual([
        { filter: { model: "lantern" }, accepts: true, reason: null, item: { number: 1 } },
        { filter: { model: "lantern" }, accepts: false, reason: "unclear", item: { number: 2 } },
        { filter: { model: "quill" }, accepts: false, reason: null, item: { number: 1 } },
        { filter: { model: "lantern" }, accepts: true, reason: null, item: { number: 2 } },
        { filter: { model: "lantern" }, accepts: true, reason: null, item: { number: 3 } },
      ]);
      expect(await listFilters(review.id)).toMatchObject([
        { model: "lantern", items: 2, storedBy: expect.any(String) as string },
        { model: "quill", items: 1 },
      ]);
      const after = await getReviewRows(viewer, review.slug);
      expect(before?.filters[0]?.decisions.map(({ item }) => item)).toEqual([0, 1]);
      expect(after?.filters[0]?.decisions.map(({ item }) => item)).toEqual([1, 2]);
      const events = await db.auditEvent.findMany({
        where: { action: "review.filter_stored", subjectId: review.id },
        select: { details: true },
        orderBy: { id: "asc" },
      });
      expect(events[1]?.details).toEqual({ filters: again.filters });
    });

    test("is refused as a whole where anything is wrong, with line, column and what to do", async () => {
      const review = await open();
      const [a, b] = await keysOf(review);
      const good = { model: "lantern", case: a, decision: "accept" };
      await store(review, [good]);
      const { problems, filters } = await store(review, [
        { model: "quill", case: b, decision: "accept" },
        { model: "quill", case: "nowhere", decision: "accept" },
        { model: "quill", case: a, track: "Drama", decision: "accept" },
        { model: "quill", case: a, decision: "maybe" },
        { model: "quill", case: a, decision: "reject", reason: "no such reason" },
        { model: "quill", case: a, decision: "accept", reason: "unclear" },
        { model: "quill", case: a, decision: "reject", resaon: "unclear" },
        { model: "", case: a, decision: "accept" },
        { case: a, decision: "accept" },
        "not JSON",
        "[1]",
        `{"model":"quill","model":"lantern","case":"${a}","decision":"accept"}`,
        { model: "quill", case: b, decision: "reject" },
      ]);
      expect(filters).toEqual([]);
      expect(problems.map(({ line, column }) => [line, column])).toEqual([
        [2, "case"],
        [3, "track"],
        [4, "decision"],
        [5, "reason"],
        [6, "reason"],
        [7, null],
        [8, "model"],
        [9, "model"],
        [10, null],
        [11, null],
        [12, "model"],
        [13, "case"],
      ]);
      expect(problems[1]?.problem).toBe("This case isn’t on that track, but on “Literary”.");
      expect(problems[3]?.problem).toMatch(/^The plan has no such reason\. Its reasons are .*unclear/);
      expect(problems[5]?.problem).toContain("There is no such key: resaon.");
      expect(problems.at(-1)?.problem).toContain("on line 1");
      expect(await listFilters(review.id)).toMatchObject([{ model: "lantern", items: 1 }]);
    });

    test("is refused where the file is empty, endless in its mistakes, or another's", async () => {
      const review = await open();
      expect((await store(review, [""])).problems).toMatchObject([{ line: null, file: "filter.jsonl" }]);
      const { problems } = await store(
        review,
        Array.from({ length: 3000 }, () => ({ model: "quill" })),
      );
      expect(problems.at(-1)?.problem).toContain("Reading stopped here");
      expect(problems.length).toBeLessThan(1010);
      const file = { ...fileOf([]), name: "filter.jsonl" };
      expect(await storeFilter(viewer, "nowhere", file)).toMatchObject({ ok: false, error: "not_found" });
      const { slug } = await draft();
      expect(await storeFilter(viewer, slug, file)).toMatchObject({ ok: false, error: "not_opened" });
    });
  });
});
