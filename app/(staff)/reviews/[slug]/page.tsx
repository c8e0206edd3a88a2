import { getLocale } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ReviewAgreement, Annotators } from "#components/reviews/standing/people.tsx";
import { Kinds, type NamedKinds, Outcome } from "#components/reviews/standing/outcome.tsx";
import { QueueLeft } from "#components/reviews/standing/queue-left.tsx";
import { formatPersonName } from "#components/shell/person-name.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { reviewPath } from "#lib/paths.ts";
import { listMembers, getReviewAt } from "#lib/reviews/plan/queries.ts";
import { textIn, type Reason } from "#lib/reviews/plan/schema.ts";
import { reviewFigures, type ReviewFigures, throughputFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.standing"));

export default async function ReviewPage({ params }: PageProps<"/reviews/[slug]">) {
  const viewer = await requireViewer("researcher", "admin");
  const review = await getReviewAt(viewer, (await params).slug);
  if (!review) notFound();
  const [rows, members] = await Promise.all([getReviewRows(viewer, review.slug), listMembers(review.id)]);
  if (!rows) redirect(reviewPath(review.slug, "plan"));
  const figures = reviewFigures(rows);
  const { annotators, agreement } = figures;
  const { decisions, errorTypes } = rows.settings;
  const locale = await getLocale();
  const worded = (kinds: ReviewFigures["reasons"], named: readonly Reason[]): NamedKinds =>
    kinds.map((one) => {
      const words = named.find(({ key }) => key === one.kind)?.words;
      return { ...one, words: words ? textIn(words, locale) : one.kind };
    });
  const names = new Map(
    await Promise.all(
      members.map(async ({ number, name }) => [number, await formatPersonName(name)] as const),
    ),
  );
  const now = Date.now();
  return (
    <ReviewFrame review={review} role={viewer.role} page="standing">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Outcome slug={review.slug} figures={figures} isInterim={review.state !== "closed"} />
        {review.state !== "closed" && (
          <QueueLeft
            slug={review.slug}
            throughput={throughputFigures(rows, now)}
            audits={agreement.audit}
            disputes={agreement.disputes.open}
            now={now}
          />
        )}
        <Annotators annotators={annotators} names={names} slug={review.slug} />
        <Kinds
          slug={review.slug}
          reasons={worded(figures.reasons, decisions.reasons)}
          errorTypes={worded(figures.errorTypes, errorTypes)}
        />
        <ReviewAgreement agreement={agreement} />
      </div>
    </ReviewFrame>
  );
}
