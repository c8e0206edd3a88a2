import { useTranslations } from "next-intl";
import { Nothing, Percent } from "#components/study-results/people/number.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import { wilsonInterval } from "#lib/metrics/proportion-interval.ts";
import { isTooFew } from "#lib/study-results/models.ts";

type Counted = { right: number; n: number };

/** A share of cases in percent; a count where there are so few that a percentage would say more than they do. */
export function Share({ right, n }: Counted) {
  const t = useTranslations("resultsModels");
  if (n === 0) return <Nothing />;
  if (isTooFew(n)) return <span className="whitespace-nowrap">{t("countOf", { right, n })}</span>;
  return <Percent value={right / n} />;
}

export function TooFew({ n }: { n: number }) {
  const t = useTranslations("resultsModels");
  return <span className="text-ink-muted whitespace-nowrap">{t("tooFew", { n })}</span>;
}

/** Of a part of a run's answers, which nothing is resampled for: Wilson's over cases, in percent. */
export function Interval({ right, n }: Counted) {
  if (n === 0) return <Nothing />;
  if (isTooFew(n)) return <TooFew n={n} />;
  const { low, high } = wilsonInterval(right, n);
  if (low === null || high === null) return <Nothing />;
  return (
    <span title={`${low} ${high}`} className="whitespace-nowrap">
      {inRange(low, high)}
    </span>
  );
}

/** A kappa, an alpha, a z: it may lie on either side of 0. */
export function Coefficient({ value, digits = 2 }: { value: number | null; digits?: number }) {
  if (value === null) return <Nothing />;
  return <span title={String(value)}>{inDigits(value, digits)}</span>;
}
