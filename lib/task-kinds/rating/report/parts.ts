import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { nameRun, t } from "#lib/reports/words.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";
import { wordWhy } from "#lib/task-kinds/rating/origins/names.ts";
import type { RatingResults } from "#lib/task-kinds/rating/origins/schema.ts";

export type Part = NonNullable<RatingResults["parts"][number]>;
export type ReportedJudge = Part["judges"][number];

export const listParts = ({ results }: Pick<Facts, "results">): Part[] =>
  (results.ratings?.parts ?? []).filter((part) => part !== null);

/** Of the part that has fewest. */
export const minRaters = (parts: readonly Part[]): number => Math.min(...parts.map(({ n }) => n.raters));

/** Of a judge's own numbers those between 0 and 1 are written × 100. */
export const isShare = ({ kind, range }: ReportedJudge): boolean =>
  kind !== "rating" && range[0] === 0 && range[1] === 1;

export function nameJudge(judge: ReportedJudge): string {
  const name =
    judge.kind === "bleu4" || judge.kind === "rougeL"
      ? t(`ratings.tables.measure.${judge.kind}`)
      : nameRun(judge);
  return isShare(judge) ? `${name} × 100` : name;
}

export const wordOrigin = (values: readonly (string | null)[]): string => nameOrigin(values, "en");

export const why = (reason: string | null): string => wordWhy(reason, "en");

type Bounds = { low: number | null; high: number | null };

export const writeBounds = ({ low, high }: Bounds): string =>
  low === null || high === null
    ? "–"
    : `${inDigits(low, 2)}${low < 0 || high < 0 ? " to " : "–"}${inDigits(high, 2)}`;

export const writeBounded = ({ value, ...bounds }: Bounds & { value: number | null }): string =>
  value === null
    ? "–"
    : bounds.low === null
      ? inDigits(value, 2)
      : `${inDigits(value, 2)} (${writeBounds(bounds)})`;
