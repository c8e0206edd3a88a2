import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { requireReview } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { DisputeList } from "#components/reviews/disputes/dispute-list.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { reviewPath } from "#lib/paths.ts";
import { listDisputes } from "#lib/reviews/checking/queries.ts";
import { readPage } from "#lib/reviews/results/schema.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.disputes"));

export default async function ReviewDisputesPage({
  params,
  searchParams,
}: PageProps<"/reviews/[slug]/disputes">) {
  const { viewer, review } = await requireReview(params);
  const { id, slug, state, settings } = review;
  if (state === "draft") redirect(reviewPath(slug, "plan"));
  const { disputes, page, pages } = await listDisputes(viewer, id, readPage((await searchParams).page));
  const t = await getTranslations("reviews.disputes");
  const rooms = await getTranslations("reviews.frame.pages");
  return (
    <ReviewFrame review={review} role={viewer.role} page="disputes">
      <ClientWords of={["reviews.disputes", "reviews.errors", "reviews.fieldErrors", "shell"]}>
        <SectionHeader title={t("title")} intro={<p>{t("about")}</p>} />
        {state === "paused" && <p className="mb-4">{t("paused")}</p>}
        {disputes.length === 0 ? (
          <EmptyState title={t("empty")} link={{ href: reviewPath(slug, "items"), label: rooms("items") }}>
            {t("emptyBody")}
          </EmptyState>
        ) : (
          <DisputeList slug={slug} disputes={disputes} settings={settings} mayRule={state === "open"} />
        )}
        <PageLinks
          page={page}
          pages={pages}
          addressOf={(to) => `${reviewPath(slug, "disputes")}?page=${to}`}
        />
      </ClientWords>
    </ReviewFrame>
  );
}
