import { inDigits, inPercent, inPoints, inRange, inPointRange } from "#lib/figures/written.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { useTranslations } from "next-intl";
import type { Interval } from "#lib/study-results/overview/types.ts";
import type { CellReason, Column, ResultCell } from "#lib/results/table.ts";

/** Figures as they stand in a cell: rounded for the eye, whole in the title. */

export const nothing: Words = { text: "–", isMuted: true };

export const muted = (text: string): Words => ({ text, isMuted: true });

export const named = (text: string): Words => ({ text, isName: true });

/** Of a model: two halves of a name are read as two. */
export const modelNamed = (text: string): Words => ({ text, isName: true, isWhole: true });

const figure = (value: number | null, write: (value: number) => string): Words =>
  value === null ? nothing : { text: write(value), title: String(value), isWhole: true };

/** A share in percent, without the sign, which the heading has. */
export const percent = (value: number | null): Words => figure(value, inPercent);

/** In points, with its sign: it lies on one side of 0 or the other. */
export const points = (value: number | null): Words => figure(value, inPoints);

export const decimal = (value: number | null, digits = 3): Words =>
  figure(value, (known) => inDigits(known, digits));

/** Smaller than what is printed is told as such, and never as 0. */
export const probability = (value: number | null): Words =>
  figure(value, (known) => (known < 0.001 ? "< 0.001" : known.toFixed(3)));

/** A difference of shares with its interval beneath it. */
export const pointsWithin = ({
  difference,
  low,
  high,
}: Record<"difference" | "low" | "high", number | null>): Cell =>
  difference === null
    ? nothing
    : [
        { text: inPoints(difference), title: String(difference), isWhole: true },
        ...(low === null || high === null
          ? []
          : [{ line: `${inPoints(low)} … ${inPoints(high)}`, isMuted: true }]),
      ];

/** Of an interval: both rounded, whole when pointed at. */
export const ends = (
  low: number,
  high: number,
  write: (low: number, high: number) => string = inRange,
): Words => ({ text: write(low, high), title: `${low} ${high}`, isWhole: true });

/** An interval as the overview has it. */
export function range(
  interval: Pick<Interval, "low" | "high"> | null | undefined,
  write: (low: number, high: number) => string = inRange,
): Words {
  if (!interval || interval.low === null || interval.high === null) return nothing;
  return ends(interval.low, interval.high, write);
}

export type OverviewWords = ReturnType<typeof useTranslations<"resultsOverview">>;

/** An interval of a difference, whose ends the reader's language joins. */
export const inPointsOf =
  (t: OverviewWords) =>
  (low: number, high: number): string =>
    inPointRange(low, high, (both) => t("interval.ends", both));

/** In place of a figure, and why it isn't there. */
export const withheld = (text: string, why?: string | null): Words => ({
  text,
  title: why ?? undefined,
  isMuted: true,
  isWhole: true,
});

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

/** Columns of figures, each under its own words. */
export const figureColumns = <Key extends string>(
  keys: readonly Key[],
  label: (key: Key) => Cell,
): { key: string; label: Cell; numeric: true }[] =>
  keys.map((key) => ({ key, label: label(key), numeric: true }));
