import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { storeFilter } from "#lib/reviews/filter/mutations.ts";
import { listFilters } from "#lib/reviews/filter/queries.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews, type TrialReview } from "#lib/reviews/testing/trial-review.ts";

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
      ...{ accepts: true, reason: true },
      ...{ filter: { select: { model: true } }, item: { select: { number: true } } },
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
