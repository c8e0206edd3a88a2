import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { inPointRange } from "#components/study-results/overview/interval-words.ts";
import { inPoints, Nothing } from "#components/study-results/people/number.tsx";
import { inRange } from "#lib/figures/written.ts";
import type { Interval } from "#lib/study-results/overview-types.ts";

type RangeProps = { interval: Interval | null; isPending: boolean; isGap?: boolean };

/** Both ends, rounded; whole when pointed at. Dots while it is being computed. What isn't resampled says so. */
export function Range({ interval, isPending, isGap = false }: RangeProps) {
  const t = useTranslations("resultsOverview.interval");
  if (isPending) return <span className="text-ink-muted">…</span>;
  if (!interval || interval.low === null || interval.high === null) return <Nothing />;
  const { low, high, method, n } = interval;
  return (
    <span title={`${low} ${high}`} className="whitespace-nowrap">
      {isGap ? inPointRange(low, high) : inRange(low, high)}
      {method === "wilson" && n !== null && (
        <span className="block text-sm text-ink-muted">{t("wilsonShort", { n })}</span>
      )}
    </span>
  );
}

export const Gap = ({ value }: { value: number | null }) =>
  value === null ? (
    <Nothing />
  ) : (
    <span title={String(value)} className="whitespace-nowrap">
      {inPoints(value)}
    </span>
  );

/** In place of a figure, and why it isn't there. */
export const Withheld = ({ children, why }: { children: ReactNode; why?: string | null }) => (
  <span title={why ?? undefined} className="whitespace-nowrap text-ink-muted">
    {children}
  </span>
);
