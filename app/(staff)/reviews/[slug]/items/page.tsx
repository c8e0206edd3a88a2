import { getTranslations } from "next-intl/server";
import { cutPage, listNamedMembers, requireRows } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ItemFilterForm, ItemTable } from "#components/reviews/items/item-list.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { listItems } from "#lib/reviews/results/items.ts";
import { itemFilter, itemsPath } from "#lib/reviews/results/schema.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.items"));

export default async function ReviewItemsPage({ params, searchParams }: PageProps<"/reviews/[slug]/items">) {
  const { viewer, review, rows } = await requireRows(params);
  const { id, slug } = review;
  const [named, withheld] = await Promise.all([listNamedMembers(id), listWithheld(viewer, id)]);
  const filter = itemFilter.parse(await searchParams);
  const found = listItems(rows, withheld, filter);
  const { page, pages, shown } = cutPage(found, filter.page ?? 1);
  const t = await getTranslations("reviews.items");
  const shell = await getTranslations("shell");
  return (
    <ReviewFrame review={review} role={viewer.role} page="items">
      <SectionHeader title={t("title")} intro={<p>{t("count", { count: found.length })}</p>} />
      {withheld.size > 0 && <p className="measure mb-4">{t("withheld.note")}</p>}
      <ItemFilterForm
        slug={slug}
        filter={filter}
        settings={rows.settings}
        batches={rows.batches.length}
        annotators={named.filter(({ parts }) => parts.includes("annotator"))}
      />
      {found.length === 0 ? (
        <EmptyState title={t("none")} link={{ href: itemsPath(slug, {}), label: shell("showAll") }} />
      ) : (
        <ItemTable
          slug={slug}
          settings={rows.settings}
          items={shown}
          names={new Map(named.map(({ number, name }) => [number, name]))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={(to) => itemsPath(slug, { ...filter, page: to })} />
    </ReviewFrame>
  );
}
