import type { TestedDifference } from "#lib/study-results/overview/group-differences.ts";
import { getTranslations } from "next-intl/server";
import { ends, named, nothing, points, probability } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPoints } from "#lib/figures/written.ts";

export type DifferenceRow = TestedDifference & {
  name: string;
  /** Why nothing is told. */
  instead?: string;
  /** What is to be known of the two besides. */
  note?: string;
};

type Props = { caption: string; of: string; note?: string; differences: readonly DifferenceRow[] };

/** Each pair with its difference, its interval, and how likely so much is by chance. */
export async function DifferenceTable({ caption, of, note, differences }: Props) {
  const t = await getTranslations("resultsPeople.cohorts.differenceColumns");
  const interval = await getTranslations("resultsOverview.interval");
  return (
    <Table
      caption={caption}
      hideCaption={false}
      columns={[
        { key: "pair", label: of, atLeast: 56 },
        { key: "difference", label: t("difference"), numeric: true },
        { key: "interval", label: t("interval"), numeric: true },
        { key: "p", label: t("p"), numeric: true },
        { key: "holm", label: t("holm"), numeric: true },
        ...(note ? [{ key: "note", label: note }] : []),
      ]}
      rows={differences.map(({ name, value, low, high, p, holm, instead, note: known }) => {
        const isTold = instead === undefined;
        return {
          id: name,
          cells: {
            pair: named(name),
            difference: instead ?? points(value),
            interval:
              isTold && low !== null && high !== null
                ? ends(low, high, (from, to) => interval("ends", { low: inPoints(from), high: inPoints(to) }))
                : nothing,
            p: probability(isTold ? p : null),
            holm: probability(isTold ? holm : null),
            note: known,
          },
        };
      })}
    />
  );
}
