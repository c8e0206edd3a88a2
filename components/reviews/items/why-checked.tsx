import { useFormatter, useTranslations } from "next-intl";
import { accuracyOf } from "#lib/metrics/review/coverage.ts";
import type { Coverage } from "#lib/reviews/plan/schema.ts";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";

/** Why this decision was drawn for a check, or wasn't, from what was stored when it was made. */
export function WhyChecked({ decision, coverage }: { decision: HistoryDecision; coverage: Coverage }) {
  const t = useTranslations("reviews.items.why");
  const format = useFormatter();
  const { draw, rate, drawn, band, ordinal, reviewedBefore, rightBefore } = decision;
  // A decision that was changed keeps the draw of the first.
  if (draw === null || rate === null) return null;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const known = { reviewed: reviewedBefore ?? 0, right: rightBefore ?? 0 };
  const accuracy = accuracyOf(coverage, known);
  const from = band === null ? null : coverage.bands[band]?.from;
  return (
    <div className="measure grid gap-1 text-sm text-ink-muted">
      <p>
        {from === null || from === undefined || accuracy === null
          ? t(ordinal !== null && ordinal > coverage.first ? "unknown" : "first", {
              ordinal: ordinal ?? 0,
              first: coverage.first,
              rate: percent(rate),
            })
          : t("band", {
              ordinal: ordinal ?? 0,
              ...known,
              by: coverage.by,
              rate: percent(rate),
              accuracy: percent(accuracy),
              from: percent(from),
            })}
      </p>
      <p>
        {t(drawn ? "drawn" : "notDrawn", {
          draw: format.number(draw, { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
          rate: format.number(rate, { maximumFractionDigits: 4 }),
        })}
      </p>
    </div>
  );
}
