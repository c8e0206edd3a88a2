import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ItemFilterForm, ItemTable } from "#components/reviews/items/item-list.tsx";
import { formatPersonName } from "#components/shell/person-name.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { reviewPath } from "#lib/paths.ts";
import { listWithheld } from "#lib/reviews/checking/queries.ts";
import { listMembers, getReviewAt } from "#lib/reviews/plan/queries.ts";
import { listItems } from "#lib/reviews/results/items.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { itemFilter, itemsPath } from "#lib/reviews/results/schema.ts";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.items"));

const perPage = 50;

export default async function ReviewItemsPage({ params, searchParams }: PageProps<"/reviews/[slug]/items">) {
  const viewer = await requireViewer("researcher", "admin");
  const review = await getReviewAt(viewer, (await params).slug);
  if (!review) notFound();
  const { id, slug } = review;
  const [rows, members, withheld] = await Promise.all([
    getReviewRows(viewer, slug),
    listMembers(id),
    listWithheld(viewer, id),
  ]);
  if (!rows) redirect(reviewPath(slug, "plan"));
  const filter = itemFilter.parse(await searchParams);
  const found = listItems(rows, withheld, filter);
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(filter.page ?? 1, pages);
  const named = await Promise.all(
    members.map(async ({ number, name, parts }) => ({ number, name: await formatPersonName(name), parts })),
  );
  const t = await getTranslations("reviews.items");
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
        <EmptyState title={t("none")} />
      ) : (
        <ItemTable
          slug={slug}
          settings={rows.settings}
          items={found.slice((page - 1) * perPage, page * perPage)}
          names={new Map(named.map(({ number, name }) => [number, name]))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={(to) => itemsPath(slug, { ...filter, page: to })} />
    </ReviewFrame>
  );
}
