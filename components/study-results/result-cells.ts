import { decimal, percent, points, probability } from "#components/study-results/figure-cells.ts";
import { range, withheld } from "#components/study-results/ranges.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import type { CellReason, Column, ResultCell } from "#lib/results/table.ts";

type Wording = { tooFew: Cell; why?: (reason: CellReason) => string };

/** A figure of a result as a screen has it: rounded, or why it isn't there. */
export function drawFigure(
  { kind, digits }: Column,
  cell: ResultCell | undefined,
  { tooFew, why }: Wording,
): Cell {
  if (!cell) return undefined;
  const { value, reason } = cell;
  if (reason === "too_few") return tooFew;
  if (value === null && why && reason && reason !== "by_selection") return withheld("–", why(reason));
  if (kind === "difference") return points(value);
  if (kind === "probability") return probability(value);
  return kind === "number" ? decimal(value, digits) : percent(value);
}

/** With its interval beneath: side by side they take more room than a page has. What is withheld has none. */
export const withInterval = (figure: Cell, cell: ResultCell | undefined): Cell =>
  cell?.value == null ? figure : [figure, { line: range(cell), isMuted: true }];
