import { getFormatter, getTranslations } from "next-intl/server";
import { listSources, requireReview } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { FilterSection } from "#components/reviews/filter/filter-section.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ChooseSource } from "#components/reviews/plan/choose-source.tsx";
import { FrozenPlan } from "#components/reviews/plan/frozen-plan.tsx";
import { OpenReview, PlanForm } from "#components/reviews/plan/plan-form.tsx";
import { RenameReview } from "#components/reviews/plan/rename-review.tsx";
import { ReviewFindings, PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import { reviewManifestAddress, uploadsAddress } from "#lib/paths.ts";
import { listFilters } from "#lib/reviews/filter/queries.ts";
import { getReviewManifest, getFindings, type Review } from "#lib/reviews/plan/queries.ts";
import { comesFromStudy } from "#lib/reviews/plan/templates.ts";

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
  const { viewer, review } = await requireReview(params);
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

/** Everything that is settled before a review opens, and what keeps it from opening. */
async function DraftPlan({ viewer, review }: { viewer: Viewer<"admin">; review: Review }) {
  const { slug, title, revision, settings } = review;
  const [{ problems, warnings, source, members }, sources] = await Promise.all([
    getFindings(review),
    listSources(viewer),
  ]);
  const t = await getTranslations("reviews");
  const isOfStudy = comesFromStudy(review.template);
  const annotators = members.filter(({ parts, removedAt }) => !removedAt && parts.includes("annotator"));
  return (
    <ClientWords
      of={[
        "reviews.plan",
        "reviews.source",
        "reviews.open",
        "reviews.errors",
        "reviews.fieldErrors",
        "reviews.conflict",
        "shell",
        "table",
      ]}
    >
      <div className="grid gap-8">
        <div className="grid gap-4">
          <SectionHeader
            title={t("plan.draft.title")}
            intro={<p>{t("plan.draft.items", { count: source.items })}</p>}
            actions={problems.length === 0 && <OpenReview slug={slug} title={title} revision={revision} />}
          />
          {problems.length > 0 && (
            <Callout tone="warning" title={t("plan.draft.problems")}>
              <ReviewFindings slug={slug} findings={problems} />
            </Callout>
          )}
          {warnings.length > 0 && (
            <Callout title={t("plan.draft.warnings")}>
              <ReviewFindings slug={slug} findings={warnings} />
            </Callout>
          )}
        </div>
        <PlanSection id="name" title={t("plan.rename.heading")}>
          <RenameReview slug={slug} revision={revision} title={title} />
        </PlanSection>
        <PlanSection id="source" title={t("source.title")}>
          <ChooseSource
            slug={slug}
            revision={revision}
            isOfStudy={isOfStudy}
            sources={sources}
            chosen={isOfStudy ? review.study?.slug : review.benchmark?.slug}
          />
        </PlanSection>
        <PlanForm
          slug={slug}
          revision={revision}
          settings={settings}
          isOfStudy={isOfStudy}
          tracks={source.tracks}
          items={source.items}
          annotators={annotators.length}
        />
      </div>
    </ClientWords>
  );
}
