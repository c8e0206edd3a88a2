import { getTranslations } from "next-intl/server";
import { requireRows } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { KeepCases, ReviewFiles } from "#components/review-exports/review-files.tsx";
import { ReviewReport } from "#components/review-exports/review-report.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { reviewPath, reviewReportAddress } from "#lib/paths.ts";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.report"));

export default async function ReviewReportPage({ params }: PageProps<"/reviews/[slug]/report">) {
  const { viewer, review, rows } = await requireRows(params);
  const withheld = await listWithheld(viewer, review.id);
  const t = await getTranslations("reviewFiles");
  const rooms = await getTranslations("reviews.frame.pages");
  const { funnel } = reviewFigures(rows);
  return (
    <ReviewFrame review={review} role={viewer.role} page="report">
      <SectionHeader
        title={t("title")}
        intro={<p>{t("intro")}</p>}
        actions={
          <ButtonLink href={reviewReportAddress(review.slug)} download variant="primary">
            {t("download")}
          </ButtonLink>
        }
      />
      <div className="grid min-w-0 gap-12">
        {funnel.decided === 0 ? (
          <EmptyState
            title={t("none.title")}
            link={{ href: reviewPath(review.slug, "items"), label: rooms("items") }}
          >
            {t("none.body")}
          </EmptyState>
        ) : (
          <ReviewReport rows={rows} />
        )}
        {withheld.size > 0 && <p className="measure">{t("files.withheld")}</p>}
        <ReviewFiles slug={review.slug} />
        {viewer.role === "admin" && (
          <KeepCases
            slug={review.slug}
            isClosed={review.state === "closed"}
            accepted={funnel.acceptedInBatches}
          />
        )}
      </div>
    </ReviewFrame>
  );
}
