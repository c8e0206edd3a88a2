import { getFormatter, getTranslations } from "next-intl/server";
import { RemoveReview } from "#components/reviews/list/remove-review.tsx";
import { ReviewBadges } from "#components/reviews/frame/review-badges.tsx";
import { Link } from "#components/ui/link.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { reviewPath } from "#lib/paths.ts";
import type { ReviewRow } from "#lib/reviews/plan/queries.ts";
import { reviewStates } from "#lib/reviews/plan/schema.ts";

const sortable = ["title", "source", "state", "items", "decided", "toCheck", "people", "opened"] as const;
const counts: readonly string[] = ["items", "decided", "toCheck", "people"];

export async function ReviewTable({ reviews, isAdmin }: { reviews: readonly ReviewRow[]; isAdmin: boolean }) {
  const [t, table] = [await getTranslations("reviews"), await getTranslations("table")];
  const format = await getFormatter();
  const rows = reviews.map((review) => {
    const { slug, title, state, benchmark, study, items, people, openedAt } = review;
    const source = study?.title ?? benchmark?.name ?? null;
    const all = items.waiting + items.decided + items.to_check + items.checked;
    const decided = all - items.waiting;
    return {
      id: slug,
      text: `${title} ${source ?? ""} ${t(`states.${state}`)}`,
      sort: {
        title,
        source,
        people,
        decided,
        items: all,
        toCheck: items.to_check,
        state: reviewStates.indexOf(state),
        opened: openedAt?.getTime() ?? null,
      },
      cells: {
        title: (
          <Link href={reviewPath(slug)} title={title} className="text-accent underline">
            <bdi>{title}</bdi>
          </Link>
        ),
        source: { text: source ?? t("noSource"), isName: source !== null, isMuted: true },
        state: <ReviewBadges review={review} />,
        items: format.number(all),
        decided: format.number(decided),
        toCheck: format.number(items.to_check),
        people: format.number(people),
        opened: openedAt
          ? { text: format.dateTime(openedAt, { dateStyle: "medium" }), isWhole: true }
          : { text: t("notOpened"), isMuted: true },
        actions: isAdmin && state === "draft" && <RemoveReview slug={slug} title={title} />,
      },
    };
  });
  return (
    <DataTable
      caption={t("caption")}
      isTight
      columns={[
        ...sortable.map((key) => ({
          key,
          label: t(`columns.${key}`),
          sortable: true,
          numeric: counts.includes(key),
          fills: key === "title",
        })),
        ...(isAdmin ? [{ key: "actions", label: t("columns.actions"), hideLabel: true }] : []),
      ]}
      rows={rows}
      words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
      empty={null}
    />
  );
}
