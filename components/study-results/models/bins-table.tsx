import { useTranslations } from "next-intl";
import { Interval, Share } from "#components/study-results/models/few.tsx";
import { Table } from "#components/ui/table.tsx";
import type { CovariateBin } from "#lib/metrics/position-table.ts";

type Props = {
  caption: string;
  bins: readonly CovariateBin[];
  /** An edge as it is read. */
  write: (edge: number) => string;
};

/** How often right, by groups of something else that is known of each answer. */
export function BinsTable({ caption, bins, write }: Props) {
  const t = useTranslations("resultsModels.bins");
  return (
    <Table
      caption={caption}
      columns={(["from", "to", "n", "right", "share", "interval"] as const).map((key) => ({
        key,
        label: t(key),
        numeric: true,
      }))}
      rows={bins.map(({ low, high, n, right }) => ({
        id: `${low}-${high}`,
        cells: {
          from: <span title={String(low)}>{write(low)}</span>,
          to: <span title={String(high)}>{write(high)}</span>,
          n,
          right,
          share: <Share right={right} n={n} />,
          interval: <Interval right={right} n={n} />,
        },
      }))}
    />
  );
}
