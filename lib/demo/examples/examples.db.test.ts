import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { lookUpReview } from "#lib/auth/review-scope.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { db } from "#lib/db.ts";
import { curateCases, seedArms, seedRating } from "#lib/demo/examples/mutations.ts";
import { listExamples } from "#lib/demo/examples/queries.ts";
import { requestExamples } from "#lib/demo/examples/request-mutations.ts";
import { finishReview } from "#lib/demo/examples/review-mutations.ts";
import { exampleTitles } from "#lib/demo/examples/schema.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { removeDemo } from "#lib/demo/removal-mutations.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { finalDecisions } from "#lib/reviews/results/items.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import written from "#prisma/demo/examples/passages.json" with { type: "json" };

const viewer = operator();
const { signal } = new AbortController();
const refused = await requestExamples(viewer);
await seedDemo(viewer);

test("they are asked for once at a time, and only where there is a demo", async () => {
  expect(refused).toMatchObject({ error: "not_found" });
  const ask = () => requestExamples(viewer);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill({ ok: true }));
  expect(await db.job.count({ where: { kind: "make_examples" } })).toBe(1);
  expect(await listExamples(viewer)).toMatchObject({ isBeingMade: true });
});

test("the review ends with every batch accepted, one in its second round, and reasons that fit their texts", async () => {
  const stopped = AbortSignal.abort();
  await expect(finishReview(viewer, stopped)).rejects.toThrow();
  await finishReview(viewer, signal);
  await finishReview(viewer, signal);
  const [review, ...others] = await db.review.findMany({ where: { title: exampleTitles.review } });
  expect([review, others]).toMatchObject([{ state: "closed", isDemo: true, hasSimulated: true }, []]);
  const slug = review?.slug ?? "";
  const seen = await lookUpReview(viewer, { slug }, {});
  const rows = seen && (await getReviewRows(viewer, slug));
  if (!rows) throw new Error("the review is gone");
  expect(await db.reviewMember.count({ where: { reviewId: seen.id } })).toBe(6);
  const batches = await db.reviewBatch.findMany({ where: { reviewId: seen.id }, orderBy: { number: "asc" } });
  expect(batches.map(({ state, round }) => [state, round])).toEqual([
    ["accepted", 2],
    ["accepted", 1],
  ]);
  expect(await db.reviewDisputeStep.count({ where: { reviewId: seen.id } })).toBeGreaterThan(1);
  const right = finalDecisions(rows).filter(
    ({ item, accepts }) => accepts === (written.passages[item]?.reason === undefined),
  );
  expect(right.length / written.passages.length).toBeGreaterThan(0.9);
  const decisions = await db.reviewDecision.findMany({
    where: { reviewId: seen.id },
    select: { reason: true, comment: true, item: { select: { number: true } } },
  });
  for (const { reason, comment, item } of decisions) {
    const passage = written.passages[item.number - 1];
    const known = [passage, passage?.slip].map((one) => [one?.reason ?? null, one?.note ?? ""]);
    expect(known).toContainEqual([reason, comment]);
  }
});

test("the curated benchmark keeps most cases, is of the demo, and says who chose", async () => {
  await curateCases(viewer);
  await curateCases(viewer);
  const made = await db.benchmark.findFirstOrThrow({ where: { name: exampleTitles.curated } });
  expect(made.isDemo).toBe(true);
  const cases = await db.case.count({ where: { track: { benchmarkId: made.id } } });
  expect(cases).toBeGreaterThan(50);
  expect(cases).toBeLessThan(80);
  const lineage = (await getLineage(viewer, made.id)) ?? [];
  expect(lineage.at(-1)?.stages).toMatchObject([
    { stage: "confidence", models: [{ isFake: true }, { isFake: true }, { isFake: true }] },
  ]);
});

test("the two studies open as planned, once", async () => {
  const payloads = [await seedRating(viewer), await seedArms(viewer)];
  expect([await seedRating(viewer), await seedArms(viewer)]).toEqual(payloads);
  for (const { slug, people } of payloads) {
    const { id, state, isDemo } = await db.study.findUniqueOrThrow({ where: { slug } });
    expect([state, isDemo]).toEqual(["open", true]);
    const frozen = await getManifest(id as Parameters<typeof getManifest>[0]);
    expect(parseManifest(frozen?.content ?? "").design.assignment.people).toBe(people);
  }
  const runs = await db.modelRun.findMany({
    where: { benchmark: { studies: { some: { slug: payloads[0]?.slug ?? "" } } } },
  });
  expect(runs.map(({ isDemo, isFake }) => isDemo && isFake)).toEqual([true, true, true]);
});

test("all of it goes with the demo, what was asked for included", async () => {
  await requestExamples(viewer);
  expectValue(await removeDemo(viewer, { people: 0, answers: 0, confirmation: "" }));
  const marked = { where: { isDemo: true } };
  const left = [
    db.study.count(marked),
    db.review.count(marked),
    db.benchmark.count(),
    db.modelRun.count(),
    db.studyCard.count(),
    db.user.count({ where: { isSimulated: true } }),
    db.job.count({ where: { kind: "make_examples" } }),
  ];
  expect(await Promise.all(left)).toEqual(left.map(() => 0));
});
