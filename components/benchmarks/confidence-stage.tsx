import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ConfidenceStage as Stage, LineageStage } from "#lib/benchmarks/lineage/schema.ts";
import { flowOf, funnelWords } from "#lib/curation/funnel.ts";
import { inCount } from "#lib/figures/written.ts";
import { droppedPath } from "#lib/paths.ts";
import { runLabel } from "#lib/studies/run-names.ts";

type Props = {
  stage: Stage;
  /** Of the benchmark that it made, to lead to what went out; undefined where that is shown already. */ slug?: string;
};

/** What a stage dropped and by which rule, in the words of the figure. */
export function StageLine({ stage }: { stage: LineageStage }) {
  const t = funnelWords(useLocale());
  const { into, out, why } = flowOf(stage, t);
  const left = t("left", { stage: t(`stages.${stage.stage}`), n: inCount(into[0] - out[0]) });
  return <span>{[left, ...why].join(" · ")}</span>;
}

export function ConfidenceStage({ slug, stage }: Props) {
  const t = useTranslations("benchmarks.lineage");
  const { dropped, withoutVote } = stage.counts;
  return (
    <div className="grid gap-2">
      <p className="measure">
        <StageLine stage={stage} /> {withoutVote > 0 && t("confidence.withoutVote", { count: withoutVote })}
      </p>
      <ul role="list" className="grid gap-2">
        {stage.models.map(({ model, method, version, isFake, digest }) => (
          <li key={JSON.stringify([model, method, version])} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3">
              <bdi className="font-medium wrap-anywhere">{runLabel({ model, method, version })}</bdi>
              {isFake && <Badge tone="warning">{t("confidence.fake")}</Badge>}
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
