import { notFound, redirect } from "next/navigation";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { Outcome } from "#components/reviews/standing/outcome.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { reviewPath } from "#lib/paths.ts";
import { getReviewAt } from "#lib/reviews/plan/queries.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.standing"));

export default async function ReviewPage({ params }: PageProps<"/reviews/[slug]">) {
  const viewer = await requireViewer("researcher", "admin");
  const review = await getReviewAt(viewer, (await params).slug);
  if (!review) notFound();
  const rows = await getReviewRows(viewer, review.slug);
  if (!rows) redirect(reviewPath(review.slug, "plan"));
  return (
    <ReviewFrame review={review} role={viewer.role} page="standing">
      <Outcome figures={reviewFigures(rows)} isInterim={review.state !== "closed"} />
    </ReviewFrame>
  );
}
