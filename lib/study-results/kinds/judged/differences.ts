import { inDigits, inPoints } from "#lib/figures/written.ts";
import {
  inFiles,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";

type Unit = {
  kind?: "bounded" | "points";
  digits?: number;
  isApart?: boolean;
  /** On paper. */
  write?: (value: number) => string;
};

/** Two origins, or two values of an attribute, against each other. */
export const listDifferenceColumns = ({
  kind = "bounded",
  digits = 2,
  isApart = false,
  write = (value) => (kind === "points" ? inPoints(value) : inDigits(value, digits)),
}: Unit = {}): TableColumn[] => [
  { key: "first", kind: "name", atLeast: 32, csv: ["first"] },
  { key: "second", kind: "name", atLeast: 32, csv: ["second"] },
  {
    key: "difference",
    kind,
    digits,
    isApart,
    write: ({ value }) => (value === null ? "–" : write(value)),
    csv: ["difference", "low", "high"],
  },
  {
    key: "interval",
    kind: "interval",
    screen: null,
    write: ({ low, high }) => (low === null || high === null ? "–" : `${write(low)} to ${write(high)}`),
  },
  { key: "groups", kind: "count", csv: ["groups"] },
  ...inFiles("raters"),
  { key: "p", kind: "probability", csv: ["p"] },
  { key: "holm", kind: "probability", csv: ["p_holm"] },
  ...inFiles("reason"),
];

type Difference = Record<"difference" | "low" | "high" | "p" | "holm", number | null> & {
  groups: number;
  raters: number;
  reason: string | null;
};
/** What is compared, by name; and where there are several such things, in what. */
type Compared = { id: string; first?: string; second?: string; label?: string };

export function differenceRow(
  { difference: value, low, high, reason, groups, raters, p, holm }: Difference,
  { id, ...names }: Compared,
  own: Readonly<Record<string, TableCell>> = {},
): TableRow {
  const difference = { value, low, high, reason };
  return {
    id,
    cells: { ...names, difference, interval: difference, groups, raters, p, holm, reason, ...own },
  };
}
