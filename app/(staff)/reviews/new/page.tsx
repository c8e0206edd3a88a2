import { getLocale, getTranslations } from "next-intl/server";
import { listSources } from "#app/(staff)/reviews/review-pages.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";
import { NewReview } from "#components/reviews/list/new-review.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { reviewsPath } from "#lib/paths.ts";
import { listReviews } from "#lib/reviews/plan/queries.ts";
import { templateNames } from "#lib/reviews/plan/schema.ts";
import { comesFromStudy, describeTemplate } from "#lib/reviews/plan/templates.ts";

export const generateMetadata = nameWindow((t) => t("reviews.create.heading"));

export default async function NewReviewPage() {
  const viewer = await requireViewer("admin");
  const [sources, reviews] = await Promise.all([listSources(viewer), listReviews(viewer)]);
  const t = await getTranslations("reviews");
  const locale = await getLocale();
  return (
    <ClientWords of={["reviews.create", "reviews.source", "reviews.errors", "reviews.fieldErrors", "shell"]}>
      <PageHeader
        path={{ href: reviewsPath, name: t("title") }}
        title={t("create.heading")}
        intro={<p>{t("create.intro")}</p>}
      />
      <div className="max-w-2xl">
        <NewReview
          templates={templateNames.map((name) => ({
            name,
            isOfStudy: comesFromStudy(name),
            title: describeTemplate(name).name[locale],
            about: describeTemplate(name).about[locale],
          }))}
          sources={sources}
          taken={reviews.map(({ title }) => title)}
        />
      </div>
    </ClientWords>
  );
}
