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
          ...{ items: counts.items, accepted: counts.accepted, kept: counts.acceptedInBatches },
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
  const { decided, checked, errorRate, errorRateLow, errorRateHigh } = counts;
  if (checked === decided) return t("allChecked");
  if (errorRate === undefined || errorRateLow === undefined || errorRateHigh === undefined)
    return t("noErrors");
  return t("errors", { share: share(errorRate), low: share(errorRateLow), high: share(errorRateHigh) });
}
