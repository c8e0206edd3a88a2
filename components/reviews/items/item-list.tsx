import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDecisionWords } from "#components/reviews/items/item-history.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { Table, type TableColumn } from "#components/ui/table/table.tsx";
import { reviewPath } from "#lib/paths.ts";
import { textIn, type ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { ListedItem } from "#lib/reviews/results/items.ts";
import { itemStandings, type ItemFilter } from "#lib/reviews/results/schema.ts";

type FormProps = {
  slug: string;
  filter: ItemFilter;
  settings: ReviewSettings;
  /** How many there are. */
  batches: number;
  annotators: readonly { number: number; name: string }[];
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export function ItemFilterForm({ slug, filter, settings, batches, annotators }: FormProps) {
  const t = useTranslations("reviews.items");
  const locale = useLocale();
  const named = (list: ReviewSettings["errorTypes"]) =>
    list.map(({ key, words }) => (
      <option key={key} value={key}>
        {textIn(words, locale)}
      </option>
    ));
  return (
    <form
      action={reviewPath(slug, "items")}
      role="search"
      aria-label={t("filter.label")}
      className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
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
      <Choice name="reason" value={filter.reason}>
        {named(settings.decisions.reasons)}
      </Choice>
      <Choice name="error" value={filter.error}>
        {named(settings.errorTypes)}
      </Choice>
      <TextField
        name="batch"
        type="number"
        min={1}
        max={batches}
        label={t("columns.batch")}
        placeholder={t("filter.all")}
        defaultValue={filter.batch}
      />
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
  name: Exclude<keyof ItemFilter, "page" | "batch">;
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

type TableProps = {
  slug: string;
  items: readonly ListedItem[];
  settings: ReviewSettings;
  /** By the members' numbers. */
  names: ReadonlyMap<number, string>;
};

/** So that words aren't broken on a phone. */
const room: Partial<Record<string, Pick<TableColumn, "atLeast">>> = {
  case: { atLeast: 40 },
  standing: { atLeast: 36 },
  outcome: { atLeast: 40 },
  annotator: { atLeast: 36 },
};

export function ItemTable({ slug, items, settings, names }: TableProps) {
  const t = useTranslations("reviews.items");
  const said = useDecisionWords(settings);
  const columns = ["number", "case", "batch", "round", "standing", "outcome", "annotator"] as const;
  return (
    <Table
      caption={t("title")}
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`), ...room[key] }))}
      rows={items.map(({ number, track, key, batch, round, standing, accepts, reason, annotator }) => ({
        id: String(number),
        cells: {
          number: { text: number, href: `${reviewPath(slug, "items")}/${number}`, isShort: true },
          case: { text: `${track} / ${key}`, isName: true },
          batch,
          round,
          standing: t(`standings.${standing}`),
          outcome:
            accepts !== null
              ? said.decision({ accepts, reason })
              : standing === "to_check"
                ? t("withheld.outcome")
                : "",
          annotator:
            annotator === null ? "" : { text: `${annotator}. ${names.get(annotator) ?? ""}`, isName: true },
        },
      }))}
    />
  );
}
