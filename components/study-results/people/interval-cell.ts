import { ends, nothing } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import type { Interval } from "#lib/study-results/overview/types.ts";

type Ends = Pick<Interval, "low" | "high" | "method" | "n">;

/** Both ends; whole when pointed at. What Wilson's is over where nothing varies. */
export function formatIntervalCell(interval: Ends | null | undefined, wilson: (n: number) => string): Cell {
  if (interval?.low == null || interval.high == null) return nothing;
  const { low, high, method, n } = interval;
  return [
    ends(low, high),
    method === "wilson" && { line: { text: wilson(n ?? 0), isSmall: true, isWhole: true } },
  ];
}
