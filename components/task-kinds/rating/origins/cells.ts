import { decimal, ends, muted, nothing } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordWhy } from "#lib/task-kinds/rating/origins/names.ts";

const joined = (digits: number) => (low: number, high: number) =>
  `${inDigits(low, digits)}${low < 0 || high < 0 ? " … " : "–"}${inDigits(high, digits)}`;

/** Two bounds, or a dash. */
export const interval = (low: number | null, high: number | null, digits = 2): Cell =>
  low === null || high === null ? nothing : ends(low, high, joined(digits));

/** A figure with its interval beneath it, and the reason where either isn't there. */
export function bounded({ value, low, high, reason }: Bounded, locale: Locale): Cell {
  if (value === null) return muted(wordWhy(reason, locale));
  const beneath = low === null || high === null ? wordWhy(reason, locale) : joined(2)(low, high);
  return [decimal(value, 2), { line: beneath, isMuted: true }];
}

/** A figure that has no interval. */
export const plain = (value: number | null, reason: string | null, locale: Locale): Cell =>
  value === null ? muted(wordWhy(reason, locale)) : decimal(value, 2);
