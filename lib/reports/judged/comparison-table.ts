import type { CsvCell } from "#lib/files/csv/cell.ts";
import { minDiffering, type MethodDifference } from "#lib/metrics/grouped/method-differences.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, writeP } from "#lib/reports/words.ts";

type Compared = Omit<MethodDifference, "reason"> & {
  first: string;
  second: string;
  holm: number | null;
  reason: string | null;
};
type Given = {
  name: string;
  caption: string;
  /** What each pair is compared in, where there are several such things; and what the whole table is of. */
  within?: { label: string; of: readonly string[] };
  csv: { columns: readonly string[]; cells: readonly CsvCell[] };
  pairs: readonly Compared[];
  write: (difference: number | null) => string;
  notes?: readonly string[];
};

/** Origins against each other, over raters and groups. */
export function makeComparisonTable(
  facts: Facts,
  { name, caption, within, csv, pairs, write, notes = [] }: Given,
): PrintedTable {
  const plain = (label: string) => ({ label, numeric: false });
  return {
    name,
    caption: writeCaption(facts, caption, "rest"),
    notes: [t("judged.comparisons.made", { least: minDiffering }), ...notes],
    isDetail: true,
    columns: [
      ...(within ? [plain(within.label)] : []),
      plain(t("judged.comparisons.first")),
      plain(t("judged.comparisons.second")),
      ...(["difference", "interval", "groups", "p", "holm"] as const).map((key) => ({
        label: t(`judged.comparisons.${key}`),
        numeric: true,
      })),
    ],
    groups: [
      pairs.map(({ first, second, difference, low, high, groups, p, holm }, at) => ({
        id: String(at),
        cells: [
          ...(within ? [within.of[at] ?? ""] : []),
          first,
          second,
          write(difference),
          low === null || high === null ? "–" : `${write(low)} to ${write(high)}`,
          String(groups),
          writeP(p),
          writeP(holm),
        ],
      })),
    ],
    csv: [
      [
        "answers_of",
        ...csv.columns,
        ...(within ? [within.label.toLowerCase()] : []),
        "first",
        "second",
        "difference",
        "low",
        "high",
        "groups",
        "raters",
        "p",
        "p_holm",
        "reason",
      ],
      ...pairs.map((pair, at) => [
        facts.view.who,
        ...csv.cells,
        ...(within ? [within.of[at] ?? ""] : []),
        pair.first,
        pair.second,
        pair.difference,
        pair.low,
        pair.high,
        pair.groups,
        pair.raters,
        pair.p,
        pair.holm,
        pair.reason,
      ]),
    ],
  };
}
