import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { requireReview } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ItemHistory } from "#components/reviews/items/item-history.tsx";
import { ShownCase } from "#components/reviews/queue/shown.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { batchNumber } from "#lib/reviews/batches/schema.ts";
import { readShownItem } from "#lib/reviews/queue/queries.ts";
import { getItemHistory } from "#lib/reviews/results/item-queries.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.items"));

export default async function ReviewItemPage({ params }: PageProps<"/reviews/[slug]/items/[number]">) {
  const { viewer, review } = await requireReview(params);
  const number = batchNumber.safeParse((await params).number);
  if (!number.success) notFound();
  const { id, settings } = review;
  const [item, shown] = await Promise.all([
    getItemHistory(viewer, id, number.data),
    readShownItem(id, number.data, settings),
  ]);
  if (!item || !shown) notFound();
  const { batch, round, caseVersion, decisions, isWithheld } = item;
  const { key, track } = caseVersion.case;
  const t = await getTranslations("reviews.items");
  return (
    <ReviewFrame review={review} role={viewer.role} page="items">
      <SectionHeader
        title={t("item", { number: item.number })}
        intro={<p>{t("where", { key, track: track.name, version: caseVersion.number, batch, round })}</p>}
      />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <section aria-labelledby="history" className="grid gap-4">
          <h3 id="history" className="text-lg font-semibold">
            {t("history.title")}
          </h3>
          {isWithheld && <p className="measure">{t("withheld.note")}</p>}
          {!(isWithheld && decisions.length === 0) && (
            <ItemHistory decisions={decisions} settings={settings} />
          )}
        </section>
        <ClientWords of={["shell"]}>
          <ShownCase shown={shown} label={t("case")} />
        </ClientWords>
      </div>
    </ReviewFrame>
  );
}
