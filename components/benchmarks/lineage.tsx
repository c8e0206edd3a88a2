import { useFormatter, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { Lineage as Stages, LineageStage } from "#lib/benchmarks/schema.ts";
import { benchmarkPath, reviewPath } from "#lib/paths.ts";

/** Which benchmark these cases are from, and who chose them how. */
export function Lineage({ lineage: { parent, stages } }: { lineage: Stages }) {
  const t = useTranslations("benchmarks.lineage");
  return (
    <section aria-labelledby="lineage" className="mt-12 grid gap-3">
      <h2 id="lineage" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure">
        {t.rich("from", {
          name: () => (
            <Link href={benchmarkPath(parent.slug)} className="text-accent underline">
              <bdi>{parent.name}</bdi>
            </Link>
          ),
        })}
      </p>
      <ol className="grid gap-3">
        {stages.map((stage, i) => (
          <li key={i}>
            <Stage stage={stage} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Stage({ stage: { settings, counts } }: { stage: LineageStage }) {
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

function Errors({ counts }: Pick<LineageStage, "counts">) {
  const t = useTranslations("benchmarks.lineage");
  const format = useFormatter();
  const share = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 2 });
  const { decided, checked, errorRate, errorRateLow, errorRateHigh } = counts;
  if (checked === decided) return t("allChecked");
  if (errorRate === undefined || errorRateLow === undefined || errorRateHigh === undefined)
    return t("noErrors");
  return t("errors", { share: share(errorRate), low: share(errorRateLow), high: share(errorRateHigh) });
}
