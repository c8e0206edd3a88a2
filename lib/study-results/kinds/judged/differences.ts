import type { TableCell, TableColumn } from "#lib/study-results/kinds/judged/table.ts";

/** Two origins, or two values of an attribute, against each other. */
export const differenceColumns: readonly TableColumn[] = [
  { key: "first", kind: "name", atLeast: 32 },
  { key: "second", kind: "name", atLeast: 32 },
  { key: "difference", kind: "bounded" },
  { key: "groups", kind: "count" },
  { key: "p", kind: "probability" },
  { key: "holm", kind: "probability" },
];

type Difference = {
  difference: number | null;
  low: number | null;
  high: number | null;
  groups: number;
  p: number | null;
  holm: number | null;
  reason: string | null;
};

export const differenceCells = ({
  difference,
  low,
  high,
  reason,
  groups,
  p,
  holm,
}: Difference): Record<string, TableCell> => ({
  difference: { value: difference, low, high, reason },
  groups,
  p,
  holm,
});
