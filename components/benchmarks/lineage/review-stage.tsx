import { useFormatter, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { ReviewStage as Stage } from "#lib/benchmarks/lineage/schema.ts";
import { reviewPath } from "#lib/paths.ts";

export function ReviewStage({ stage: { settings, counts } }: { stage: Stage }) {
  const t = useTranslations("benchmarks.lineage");
  return (
    <div className="grid gap-1">
      <p className="measure">
        {t.rich("review", {
          items: counts.items,
          accepted: counts.accepted,
          kept: counts.acceptedInBatches,
          link: (words) => (
            <Link href={reviewPath(settings.review)} className="text-accent underline">
              {words}
            </Link>
          ),
        })}{" "}
        <Errors counts={counts} />
      </p>
      <p className="text-sm text-ink-muted">
        {t("plan")} <code className="font-mono wrap-anywhere">{settings.manifest}</code>
      </p>
    </div>
  );
}

function Errors({ counts }: Pick<Stage, "counts">) {
  const t = useTranslations("benchmarks.lineage");
  const format = useFormatter();
  const share = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 2 });
  const formatRate = (words: "errors" | "corrected", [value, low, high]: readonly (number | undefined)[]) =>
    value === undefined || low === undefined || high === undefined
      ? null
      : t(words, { share: share(value), low: share(low), high: share(high) });
  const plain = formatRate("errors", [counts.errorRate, counts.errorRateLow, counts.errorRateHigh]);
  const corrected = formatRate("corrected", [
    counts.correctedErrorRate,
    counts.correctedErrorRateLow,
    counts.correctedErrorRateHigh,
  ]);
  const isAllChecked = counts.checked === counts.decided;
  return [isAllChecked ? t("allChecked") : (plain ?? t("noErrors")), corrected].filter(Boolean).join(" ");
}
