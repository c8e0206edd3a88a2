import { runLabel } from "#lib/studies/run-names.ts";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ConfidenceStage as Stage } from "#lib/benchmarks/lineage/schema.ts";
import { droppedPath } from "#lib/paths.ts";

type Props = {
  stage: Stage;
  /** Of the benchmark that it made, to lead to what went out; undefined where that is shown already. */ slug?: string;
};

export function ConfidenceStage({ slug, stage: { settings, counts, models } }: Props) {
  const t = useTranslations("benchmarks.lineage");
  const { cases, dropped, kept, withoutVote } = counts;
  return (
    <div className="grid gap-2">
      <p className="measure">
        {t("confidence.sum", { ...settings, threshold: String(settings.threshold), cases, dropped, kept })}{" "}
        {withoutVote > 0 && t("confidence.withoutVote", { count: withoutVote })}
      </p>
      <ul role="list" className="grid gap-2">
        {models.map(({ model, method, version, isFake, predictions, dropped: alone, digest }) => (
          <li key={JSON.stringify([model, method, version])} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3">
              <bdi className="font-medium wrap-anywhere">{runLabel({ model, method, version })}</bdi>
              {isFake && <Badge tone="warning">{t("confidence.fake")}</Badge>}
              <span className="text-ink-muted">{t("confidence.alone", { alone, predictions })}</span>
            </p>
            <p className="text-sm text-ink-muted">
              {t("confidence.said")} <code className="font-mono wrap-anywhere">{digest}</code>
            </p>
          </li>
        ))}
      </ul>
      {slug !== undefined && (
        <p>
          <Link href={droppedPath(slug)} className="text-accent underline">
            {t("dropped", { count: dropped })}
          </Link>
        </p>
      )}
    </div>
  );
}
