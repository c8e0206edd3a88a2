import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { DraftPlan } from "#app/(staff)/reviews/[slug]/plan/draft-plan.tsx";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { FilterSection } from "#components/reviews/filter/filter-section.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { FrozenPlan } from "#components/reviews/plan/frozen-plan.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { reviewManifestAddress, uploadsAddress } from "#lib/paths.ts";
import { listFilters } from "#lib/reviews/filter/queries.ts";
import { getReviewAt, getReviewManifest } from "#lib/reviews/plan/queries.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.plan"));

const filterWords = [
  "reviews.filter",
  "reviews.errors",
  "imports.problems",
  "table",
  "jobs",
  "progress",
  "time",
  "benchmarks.errors",
] as const;

export default async function ReviewPlanPage({ params }: PageProps<"/reviews/[slug]/plan">) {
  const viewer = await requireViewer("researcher", "admin");
  const review = await getReviewAt(viewer, (await params).slug);
  if (!review) notFound();
  const frozen = review.state === "draft" ? null : await getReviewManifest(review.id);
  const filters = frozen ? await listFilters(review.id) : [];
  const uploads =
    hasRole(viewer, ["admin"]) && review.benchmark ? uploadsAddress(review.benchmark.slug) : null;
  const t = await getTranslations("reviews.plan");
  const format = await getFormatter();
  return (
    <ReviewFrame review={review} role={viewer.role} page="plan">
      {frozen ? (
        <div className="grid gap-8">
          <div className="grid gap-3">
            <SectionHeader
              title={t("frozen.title")}
              intro={
                <p>
                  {t("frozen.intro", {
                    at: format.dateTime(frozen.frozenAt, { dateStyle: "long", timeStyle: "short" }),
                  })}
                </p>
              }
            />
            <p>
              {t("frozen.hash")} <code className="font-mono wrap-anywhere">{frozen.hash}</code>
            </p>
            <div>
              <ButtonLink href={reviewManifestAddress(review.slug)} download>
                {t("frozen.download")}
              </ButtonLink>
            </div>
          </div>
          <FrozenPlan settings={review.settings} />
          <ClientWords of={filterWords}>
            <FilterSection slug={review.slug} filters={filters} uploads={uploads} />
          </ClientWords>
        </div>
      ) : hasRole(viewer, ["admin"]) ? (
        <DraftPlan viewer={viewer} review={review} />
      ) : (
        <div className="grid gap-8">
          <SectionHeader title={t("draft.title")} intro={<p>{t("draft.forLeads")}</p>} />
          <FrozenPlan settings={review.settings} />
        </div>
      )}
    </ReviewFrame>
  );
}
