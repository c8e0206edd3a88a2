import "server-only";
import { recordBulkEvent, recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listReviewedVersions } from "#lib/benchmarks/case-queries.ts";
import type { ReviewStage } from "#lib/benchmarks/lineage/schema.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import { makeBenchmark, type CreatedBenchmark } from "#lib/curation/made-benchmark.ts";
import { db } from "#lib/db.ts";
import type { ReviewBounded } from "#lib/metrics/review/review-reasons.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { ReviewFileChoice } from "#lib/review-exports/schema.ts";
import { getReview } from "#lib/reviews/plan/queries.ts";
import { finalDecisions } from "#lib/reviews/results/items.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { type ReviewRows, getReviewRows } from "#lib/reviews/results/rows-queries.ts";

type Admin = Viewer<"admin">;
export type KeepProblem = "not_found" | "not_closed" | "none_accepted" | "name_taken";

const nameOf = ({ track, key }: { track: string; key: string }) => `${track}\0${key}`;

/** A new benchmark of the cases that a closed review accepted, in batches that its lead accepted, with where they come from. */
export async function keepAcceptedCases(
  viewer: Admin,
  { slug, name }: { slug: string; name: string },
): Promise<Result<CreatedBenchmark, KeepProblem>> {
  const review = await getReview(viewer, slug);
  if (!review) return fail("not_found");
  const rows = review.state === "closed" ? await getReviewRows(viewer, slug) : null;
  const parent = rows && (await getBenchmark(viewer, rows.review.benchmark.slug));
  if (!rows || !parent) return fail("not_closed");
  const versions = await listAccepted(review.id, rows);
  if (versions.length === 0) return fail("none_accepted");
  const description = `The cases that the review “${review.title}” (${slug}) accepted, out of ${rows.items.length} of the benchmark ${parent.slug}.`;
  return makeBenchmark(viewer, { parent, name }, async () =>
    succeed({
      description,
      versions,
      stages: [describeStage(rows)],
      along: (client, made) => {
        const subject = { type: "review", id: review.id };
        return recordBulkEvent(client, viewer, "review.cases_kept", subject, { benchmark: made.slug });
      },
    }),
  );
}

/** As they were when the review opened. */
async function listAccepted(review: SeenReviewId, rows: ReviewRows): Promise<number[]> {
  const batches = new Set(rows.batches.filter(({ isAccepted }) => isAccepted).map(({ number }) => number));
  const accepted = new Set(
    finalDecisions(rows).flatMap(({ item, accepts }) => {
      const own = rows.items[item];
      return own && accepts && batches.has(own.batch) ? nameOf(own) : [];
    }),
  );
  const reviewed = await listReviewedVersions(review);
  return reviewed.filter((one) => accepted.has(nameOf(one))).map(({ id }) => id);
}

function describeStage(rows: ReviewRows): ReviewStage {
  const { funnel, errors } = reviewFigures(rows);
  const { rate, corrected } = errors.accepted;
  return {
    stage: "review",
    settings: { review: rows.review.slug, manifest: rows.review.manifestHash },
    counts: {
      ...funnel,
      ...nameEnds("errorRate", rate),
      ...nameEnds("correctedErrorRate", corrected),
    },
    models: [],
  };
}

const nameEnds = (name: "errorRate" | "correctedErrorRate", { value, low, high }: ReviewBounded) =>
  value === null || low === null || high === null
    ? {}
    : { [name]: value, [`${name}Low`]: low, [`${name}High`]: high };

/** What people decided leaves the product: who took which is kept. */
export async function recordReviewExport(
  viewer: Staff,
  review: SeenReviewId,
  details: { file: string; texts: ReviewFileChoice["texts"] },
): Promise<void> {
  const subject = { type: "review", id: review };
  await db.$transaction((tx) => recordEvent(tx, viewer, "review.exported", subject, details));
}
