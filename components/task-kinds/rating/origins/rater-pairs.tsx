import { useLocale, useTranslations } from "next-intl";
import { plain } from "#components/task-kinds/rating/origins/cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { OriginPart } from "#lib/task-kinds/rating/origins/origins.ts";

type Props = { part: OriginPart; numbers: readonly number[] };

/** Every two raters who have cases in common, while there are few enough of them. */
export function RaterPairs({ part, numbers }: Props) {
  const t = useTranslations("resultsRatings.origins.raters");
  const locale = useLocale();
  const pairs = (part.figures.raters.pairs ?? []).filter(({ n }) => n > 0);
  if (pairs.length === 0) return null;
  const name = (place: number) => t("number", { number: numbers[place] ?? 0 });
  return (
    <Table
      caption={t("pairs", { track: part.track })}
      isTight
      columns={[
        { key: "first", label: t("first") },
        { key: "second", label: t("second") },
        { key: "shared", label: t("shared"), numeric: true },
        { key: "kappa", label: t("pairKappa"), numeric: true },
      ]}
      rows={pairs.map(({ first, second, n, kappa, reason }) => ({
        id: `${first} ${second}`,
        cells: { first: name(first), second: name(second), shared: n, kappa: plain(kappa, reason, locale) },
      }))}
    />
  );
}
