import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";
import * as answers from "#lib/study-api/reviews/answers.ts";
import { reviewResultsDocument } from "#lib/study-api/reviews/results-schema.ts";
import { reviewFileNames, reviewListSchema, reviewSchema } from "#lib/study-api/reviews/schema.ts";

const { viewer, draft, open } = await useTrialReviews({ cases: 40 });
const ask = (path = "") => new Request(`http://localhost/api/v1/reviews${path}`);
const problem = async (response: Response) => [response.status, (await response.json()).error];

test("a review that somebody went through is told whole, as the description has it", async () => {
  const review = await open({ batchSize: 20, secondShare: 0.3, auditRate: 0.3 });
  const wanted = { annotators: [0.9, 0.8], reviewers: [1, 1], auditors: 1, acceptable: 0.7, seed: 3n };
  const { signal } = quietly;
  expectValue(await simulateReview(viewer, review.slug, { ...wanted, acceptsBatches: true }, { signal }));
  const list = reviewListSchema.parse(await (await answers.answerReviews(viewer, ask())).json());
  expect(list.items.map(({ slug }) => slug)).toContain(review.slug);
  const one = reviewSchema.parse(await (await answers.answerReview(viewer, ask(), review.slug)).json());
  expect(one).toMatchObject({ state: "open", hasSimulated: true, people: 5 });
  const results = await answers.answerReviewResults(viewer, ask(), review.slug);
  const document = reviewResultsDocument.parse(await results.json());
  expect(document).toMatchObject({
    isInterim: true,
    isSimulated: true,
    funnel: { items: 40, acceptedBatches: 2 },
  });
  for (const name of reviewFileNames) {
    const file = await answers.answerReviewFile(viewer, ask(), review.slug, name);
    const lines = (await file.text()).trim().split("\n");
    expect([name, file.status, lines.length > 1]).toEqual([name, 200, true]);
  }
  const exported = { action: "review.exported", subjectId: review.id };
  expect(await db.auditEvent.count({ where: exported })).toBe(reviewFileNames.length);
  const report = await answers.answerReviewReport(viewer, ask(), review.slug);
  expect(report.headers.get("content-type")).toBe("application/zip");
  const manifest = await answers.answerReviewManifest(viewer, ask(), review.slug);
  expect(manifest.headers.get("x-content-sha256")).toBe(document.review.manifestHash);
});

test("what isn't there is told as a code: another's review, a draft, a file or a parameter that nobody knows", async () => {
  const review = await open();
  const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
  const all = [
    answers.answerReview,
    answers.answerReviewManifest,
    answers.answerReviewResults,
    answers.answerReviewReport,
  ];
  for (const answer of all) {
    expect(await problem(await answer(stranger, ask(), review.slug))).toEqual([404, "no_review"]);
    expect(await problem(await answer(viewer, ask(), "no-such"))).toEqual([404, "no_review"]);
    expect(await problem(await answer(viewer, ask("?kind=none"), review.slug))).toEqual([
      400,
      "wrong_parameter",
    ]);
  }
  const file = (who: typeof viewer | typeof stranger, slug: string, name: string) =>
    answers.answerReviewFile(who, ask(), slug, name).then(problem);
  expect(await file(stranger, review.slug, "items.csv")).toEqual([404, "no_review"]);
  expect(await file(viewer, review.slug, "items.parquet")).toEqual([404, "no_review_file"]);
  const unopened = await draft();
  expect(await file(viewer, unopened.slug, "items.csv")).toEqual([409, "review_not_opened"]);
  expect(await problem(await answers.answerReviewResults(viewer, ask(), unopened.slug))).toEqual([
    409,
    "review_not_opened",
  ]);
  expect((await (await answers.answerReviews(stranger, ask())).json()).items).toEqual([]);
});
