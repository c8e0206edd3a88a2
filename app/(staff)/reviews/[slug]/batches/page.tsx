import { getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { cutPage, requireReview } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { BatchDetail, BatchTable } from "#components/reviews/batches/batches.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { reviewPath } from "#lib/paths.ts";
import { getReturnCosts, listBatches } from "#lib/reviews/batches/queries.ts";
import { textIn } from "#lib/reviews/plan/schema.ts";
import { readPage } from "#lib/reviews/results/schema.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.batches"));

export default async function ReviewBatchesPage({
  params,
  searchParams,
}: PageProps<"/reviews/[slug]/batches">) {
  const { viewer, review } = await requireReview(params);
  const { id, slug, state, settings } = review;
  if (state === "draft") redirect(reviewPath(slug, "plan"));
  const batches = await listBatches(id);
  const asked = await searchParams;
  const batch = batches.find(({ number }) => String(number) === asked.batch);
  const { page, pages, shown } = cutPage(batches, readPage(asked.page));
  const costs = batch && (await getReturnCosts(id, batch.number));
  const t = await getTranslations("reviews.batches");
  const locale = await getLocale();
  const words = new Map(settings.errorTypes.map((one) => [one.key, textIn(one.words, locale)]));
  return (
    <ReviewFrame review={review} role={viewer.role} page="batches">
      <ClientWords of={["reviews.batches", "reviews.errors", "reviews.fieldErrors", "shell"]}>
        <div className="grid gap-8">
          <div className="min-w-0">
            <SectionHeader title={t("title")} intro={<p>{t("about")}</p>} />
            <BatchTable slug={slug} page={page} batches={shown} isClosed={state === "closed"} />
            <PageLinks
              page={page}
              pages={pages}
              addressOf={(to) => `${reviewPath(slug, "batches")}?page=${to}`}
            />
          </div>
          {batch && costs && (
            <BatchDetail
              slug={slug}
              batch={batch}
              costs={costs}
              words={words}
              isClosed={state === "closed"}
            />
          )}
        </div>
      </ClientWords>
    </ReviewFrame>
  );
}
