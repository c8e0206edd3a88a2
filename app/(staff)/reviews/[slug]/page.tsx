import { getLocale } from "next-intl/server";
import { listNamedMembers, requireRows } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { Kinds, type NamedKinds, Outcome } from "#components/reviews/standing/outcome.tsx";
import { ReviewAgreement, Annotators } from "#components/reviews/standing/people.tsx";
import { QueueLeft } from "#components/reviews/standing/queue-left.tsx";
import { textIn, type Reason } from "#lib/reviews/plan/schema.ts";
import { reviewFigures, type ReviewFigures, throughputFigures } from "#lib/reviews/results/review-figures.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.standing"));

export default async function ReviewPage({ params }: PageProps<"/reviews/[slug]">) {
  const { viewer, review, rows } = await requireRows(params);
  const figures = reviewFigures(rows);
  const { annotators, agreement } = figures;
  const { decisions, errorTypes } = rows.settings;
  const locale = await getLocale();
  const worded = (kinds: ReviewFigures["reasons"], named: readonly Reason[]): NamedKinds =>
    kinds.map((one) => {
      const words = named.find(({ key }) => key === one.kind)?.words;
      return { ...one, words: words ? textIn(words, locale) : one.kind };
    });
  const members = await listNamedMembers(review.id);
  const names = new Map(members.map(({ number, name }) => [number, name]));
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
            hasSimulated={review.hasSimulated}
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
