import type { Viewer } from "#lib/auth/viewer.ts";
import type { Review } from "#lib/reviews/plan/queries.ts";
import type { ReviewRows } from "#lib/reviews/results/rows.ts";
import { Refusal } from "#scripts/cli/outcome.ts";

type Admin = Viewer<"admin">;

export async function requireReview(viewer: Admin, slug: string): Promise<Review> {
  const { getReview } = await import("#lib/reviews/plan/queries.ts");
  const review = await getReview(viewer, slug);
  if (!review) throw new Refusal(`there is no review ${JSON.stringify(slug)}: \`review list\` shows all`);
  return review;
}

/** Of a review that has opened. */
export async function requireReviewRows(viewer: Admin, slug: string): Promise<ReviewRows> {
  await requireReview(viewer, slug);
  const { getReviewRows } = await import("#lib/reviews/results/rows-queries.ts");
  const rows = await getReviewRows(viewer, slug);
  if (!rows) throw new Refusal(`${slug} is a draft: it has no items yet`);
  return rows;
}
