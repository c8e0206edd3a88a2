import type { useTranslations } from "next-intl";
import { decimal, ends, nothing, percent } from "#components/study-results/figure-cells.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import { resultsPath } from "#lib/paths.ts";
import type { ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import { wholeList, writeCaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { View } from "#lib/study-results/schema.ts";

export type ModelWords = ReturnType<typeof useTranslations<"resultsModels">>;
type RightCount = { right: number; n: number };

/** A share of cases in percent; a count where there are so few that a percentage would say more than they do. */
export function share(t: ModelWords, { right, n }: RightCount): Words {
  if (n === 0) return nothing;
  return isTooFew(n) ? { text: t("countOf", { right, n }), isWhole: true } : percent(right / n);
}

export const tooFew = (t: ModelWords, n: number): Words => ({
  text: t("tooFew", { n }),
  isMuted: true,
  isWhole: true,
});

/** Of a part of a run's answers, which nothing is resampled for: Wilson's over cases, in percent. */
export function wilson(t: ModelWords, { right, n }: RightCount): Words {
  if (n === 0) return nothing;
  if (isTooFew(n)) return tooFew(t, n);
  const { low, high } = wilsonInterval(right, n);
  if (low === null || high === null) return nothing;
  return ends(low, high);
}

/** A kappa, an alpha, a z: it may lie on either side of 0. */
export const coefficient = (value: number | null): Words => decimal(value, 2);

type LinkSource = { slug: string; view: View; title: string };

/** A count of answers, and the way to the cases they were given to; beside a run, with a column of its own. */
export function countOfSure({ slug, view, title }: LinkSource, n: number, sure: ConfidenceRange): Words {
  if (n === 0) return { text: n };
  const models = sure.of === "people" ? [] : [sure.of];
  const query = writeCaseQuery(view, { ...wholeList, sure, models });
  return { text: n, title, href: resultsPath(slug, "cases", query), isWhole: true };
}
