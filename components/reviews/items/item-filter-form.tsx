import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { reviewPath } from "#lib/paths.ts";
import { itemStandings, type ItemFilter } from "#lib/reviews/results/schema.ts";

type Props = {
  slug: string;
  filter: ItemFilter;
  batches: readonly number[];
  annotators: readonly { number: number; name: string }[];
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export function ItemFilterForm({ slug, filter, batches, annotators }: Props) {
  const t = useTranslations("reviews.items");
  return (
    <form
      action={reviewPath(slug, "items")}
      role="search"
      aria-label={t("filter.label")}
      className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-5"
    >
      <Choice name="standing" value={filter.standing}>
        {itemStandings.map((standing) => (
          <option key={standing} value={standing}>
            {t(`standings.${standing}`)}
          </option>
        ))}
      </Choice>
      <Choice name="outcome" value={filter.outcome}>
        <option value="accepted">{t("filter.accepted")}</option>
        <option value="rejected">{t("filter.rejected")}</option>
      </Choice>
      <Choice name="batch" value={filter.batch}>
        {batches.map((batch) => (
          <option key={batch}>{batch}</option>
        ))}
      </Choice>
      <Choice name="annotator" value={filter.annotator}>
        {annotators.map(({ number, name }) => (
          <option key={number} value={number}>
            {`${number}. ${name}`}
          </option>
        ))}
      </Choice>
      <Button type="submit">{t("filter.submit")}</Button>
    </form>
  );
}

function Choice({
  name,
  value,
  children,
}: {
  name: "standing" | "outcome" | "batch" | "annotator";
  value: string | number | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("reviews.items");
  return (
    <SelectField name={name} label={t(`columns.${name}`)} defaultValue={value ?? ""}>
      <option value="">{t("filter.all")}</option>
      {children}
    </SelectField>
  );
}
