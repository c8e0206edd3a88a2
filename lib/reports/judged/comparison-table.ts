import type { CsvCell } from "#lib/files/csv/cell.ts";
import { drawnFlips } from "#lib/metrics/grouped/sign-flips.ts";
import { mostExactPairs } from "#lib/metrics/tests/paired-permutation.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, writeP } from "#lib/reports/words.ts";

type Compared = {
  first: string;
  second: string;
  difference: number | null;
  groups: number;
  p: number | null;
  holm: number | null;
  isExact: boolean;
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

/** Origins by paired sign flips over groups. */
export function makeComparisonTable(
  facts: Facts,
  { name, caption, within, csv, pairs, write, notes = [] }: Given,
): PrintedTable {
  const plain = (label: string) => ({ label, numeric: false });
  return {
    name,
    caption: writeCaption(facts, caption, "rest"),
    notes: [t("judged.comparisons.made", { exact: mostExactPairs, drawn: drawnFlips }), ...notes],
    isDetail: true,
    columns: [
      ...(within ? [plain(within.label)] : []),
      ...[plain(t("judged.comparisons.first")), plain(t("judged.comparisons.second"))],
      ...(["difference", "groups", "p", "holm"] as const).map((key) => ({
        label: t(`judged.comparisons.${key}`),
        numeric: true,
      })),
    ],
    groups: [
      pairs.map(({ first, second, difference, groups, p, holm }, at) => ({
        id: String(at),
        cells: [
          ...(within ? [within.of[at] ?? ""] : []),
          ...[first, second, write(difference), String(groups), writeP(p), writeP(holm)],
        ],
      })),
    ],
    csv: [
      [
        ...["answers_of", ...csv.columns, ...(within ? [within.label.toLowerCase()] : [])],
        ...["first", "second", "difference", "groups", "p", "p_holm", "exact", "reason"],
      ],
      ...pairs.map((pair, at) => [
        ...[facts.view.who, ...csv.cells, ...(within ? [within.of[at] ?? ""] : [])],
        ...[pair.first, pair.second, pair.difference, pair.groups, pair.p, pair.holm],
        ...[Number(pair.isExact), pair.reason],
      ]),
    ],
  };
}
