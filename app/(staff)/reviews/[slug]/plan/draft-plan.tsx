import { getTranslations } from "next-intl/server";
import { listSources } from "#app/(staff)/reviews/sources.ts";
import { ChooseSource } from "#components/reviews/plan/choose-source.tsx";
import { ReviewFindings } from "#components/reviews/plan/finding-list.tsx";
import { OpenReview } from "#components/reviews/plan/open-review.tsx";
import { PlanForm } from "#components/reviews/plan/plan-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listMembers } from "#lib/reviews/plan/member-queries.ts";
import { getFindings, type Review } from "#lib/reviews/plan/queries.ts";
import { getSourceFacts } from "#lib/reviews/plan/source-queries.ts";
import { comesFromStudy } from "#lib/reviews/plan/templates.ts";

/** Everything that is settled before a review opens, and what keeps it from opening. */
export async function DraftPlan({ viewer, review }: { viewer: Viewer<"admin">; review: Review }) {
  const { slug, title, revision, settings } = review;
  const [{ problems, warnings }, sources, facts, members] = await Promise.all([
    getFindings(review),
    listSources(viewer),
    getSourceFacts(review.id, settings),
    listMembers(review.id),
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
            intro={<p>{t("plan.draft.items", { count: facts.items })}</p>}
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
          tracks={facts.tracks}
          items={facts.items}
          annotators={annotators.length}
        />
      </div>
    </ClientWords>
  );
}
