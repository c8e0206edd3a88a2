import { useTranslations } from "next-intl";
import { inPoints, Nothing, Points, Probability } from "#components/study-results/people/number.tsx";
import { Table } from "#components/ui/table.tsx";

export type ToldDifference = {
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  holm: number | null;
  /** Why nothing is told. */
  instead?: string;
  /** What is to be known of the two besides. */
  note?: string;
};

type Props = { caption: string; of: string; note?: string; differences: readonly ToldDifference[] };

/** Each pair with its difference, its interval, and how likely so much is by chance. */
export function DifferenceTable({ caption, of, note, differences }: Props) {
  const t = useTranslations("resultsPeople.cohorts.differenceColumns");
  return (
    <Table
      caption={caption}
      hideCaption={false}
      columns={[
        { key: "pair", label: of },
        { key: "difference", label: t("difference"), numeric: true },
        { key: "interval", label: t("interval"), numeric: true },
        { key: "p", label: t("p"), numeric: true },
        { key: "holm", label: t("holm"), numeric: true },
        ...(note ? [{ key: "note", label: note }] : []),
      ]}
      rows={differences.map((it) => ({
        id: it.name,
        cells: {
          pair: <bdi className="inline-block min-w-40 wrap-break-word">{it.name}</bdi>,
          difference: it.instead ?? <Points value={it.value} />,
          interval:
            it.instead === undefined && it.low !== null && it.high !== null ? (
              <span className="whitespace-nowrap" title={`${it.low} ${it.high}`}>
                {inPoints(it.low)} to {inPoints(it.high)}
              </span>
            ) : (
              <Nothing />
            ),
          p: <Probability value={it.instead === undefined ? it.p : null} />,
          holm: <Probability value={it.instead === undefined ? it.holm : null} />,
          note: it.note,
        },
      }))}
    />
  );
}
