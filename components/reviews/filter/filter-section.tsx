import { useFormatter, useTranslations } from "next-intl";
import { FilterForm } from "#components/reviews/filter/filter-form.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Filter } from "#lib/reviews/filter/schema.ts";

type Props = {
  slug: string;
  filters: readonly Filter[];
  /** Where files are sent to; null for whoever may not store any. */
  uploads: string | null;
};

/** What models say of the items, beside people: which there are, and a file of more. */
export function FilterSection({ slug, filters, uploads }: Props) {
  const t = useTranslations("reviews.filter");
  const format = useFormatter();
  if (filters.length === 0 && uploads === null) return null;
  return (
    <section className="grid gap-4">
      <SectionHeader title={t("title")} intro={<p>{t("intro")}</p>} />
      {filters.length > 0 && (
        <Table
          caption={t("title")}
          columns={[
            { key: "model", label: t("model") },
            { key: "items", label: t("items"), numeric: true },
            { key: "stored", label: t("stored") },
            { key: "by", label: t("by") },
          ]}
          rows={filters.map(({ model, items, storedAt, storedBy }) => ({
            id: model,
            cells: {
              model: { text: model, isName: true },
              items: format.number(items),
              stored: format.dateTime(storedAt, { dateStyle: "medium", timeStyle: "short" }),
              by: storedBy === null ? t("byCommand") : { text: storedBy, isName: true },
            },
          }))}
        />
      )}
      {uploads !== null && <FilterForm slug={slug} uploads={uploads} />}
    </section>
  );
}
