import { useTranslations } from "next-intl";
import { useDecisionWords } from "#components/reviews/items/decision-words.tsx";
import { Table, type TableColumn } from "#components/ui/table/table.tsx";
import { reviewPath } from "#lib/paths.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { ListedItem } from "#lib/reviews/results/item-list.ts";

type Props = {
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

export function ItemTable({ slug, items, settings, names }: Props) {
  const t = useTranslations("reviews.items");
  const said = useDecisionWords(settings);
  const columns = ["number", "case", "batch", "round", "standing", "outcome", "annotator"] as const;
  return (
    <Table
      caption={t("caption")}
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
