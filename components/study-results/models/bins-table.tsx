import { getTranslations } from "next-intl/server";
import { share, wilson } from "#components/study-results/models/small-sample.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { CovariateBin } from "#lib/metrics/scores/position-table.ts";

type Props = {
  caption: string;
  bins: readonly CovariateBin[];
  /** An edge as it is read. */
  write: (edge: number) => string;
  /** The count of one, where it is a way to the cases. */
  count?: (bin: CovariateBin) => Cell;
};

/** How often right, by groups of something else that is known of each answer. */
export async function BinsTable({ caption, bins, write, count = ({ n }) => n }: Props) {
  const t = await getTranslations("resultsModels");
  return (
    <Table
      caption={caption}
      columns={(["from", "to", "n", "right", "share", "interval"] as const).map((key) => ({
        key,
        label: t(`bins.${key}`),
        numeric: true,
      }))}
      rows={bins.map((bin) => ({
        id: `${bin.low}-${bin.high}`,
        cells: {
          from: { text: write(bin.low), title: String(bin.low) },
          to: { text: write(bin.high), title: String(bin.high) },
          n: count(bin),
          right: bin.right,
          share: share(t, bin),
          interval: wilson(t, bin),
        },
      }))}
    />
  );
}
