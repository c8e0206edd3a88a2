import { useTranslations } from "next-intl";
import { resultsPath } from "#components/studies/address.ts";
import { Coefficient, Share, TooFew } from "#components/study-results/models/few.tsx";
import { Range } from "#components/study-results/overview/figures.tsx";
import { Percent } from "#components/study-results/people/number.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table.tsx";
import { nameOf } from "#components/model-runs/figures.ts";
import type { Intervals } from "#lib/study-results/intervals.ts";
import { findWithPeople, type Raters } from "#lib/study-results/model-agreement.ts";
import { foresee, isTooFew } from "#lib/study-results/models.ts";
import { recallPoints, recallSelection } from "#lib/study-results/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview-types.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** Those of the overview; null while they are being computed. */
  intervals: Intervals | null;
  raters: Raters | null;
  shown: number | null;
};

/** Every run over the same cases, by how often it is right; each name is the way to its own figures. */
export function RunsTable({ rows, view, intervals, raters, shown }: Props) {
  const t = useTranslations("resultsModels");
  const selection = recallSelection(rows, view);
  const columns = [
    "answered",
    "failed",
    "missing",
    "right",
    "interval",
    "ece",
    "consensus",
    "kappa",
  ] as const;
  const hrefOf = (runId: number) => {
    const query = writeView(view);
    query.set("model", String(runId));
    return `${resultsPath(rows.study.slug, "models", query)}#run`;
  };
  const bySelection = <span className="text-sm text-ink-muted">– {t("reasons.by_selection")}</span>;
  const lines = recallPoints(rows, view).models.map((points) => {
    const { runId, model, answered, failed, missing, right, isSelecting } = points;
    const pair = raters && findWithPeople(raters, runId);
    const isKnown = pair !== null && !isTooFew(pair.n);
    return {
      id: String(runId),
      cells: {
        model: (
          <span className="grid min-w-32 gap-1">
            <a
              href={hrefOf(runId)}
              aria-current={runId === shown ? "true" : undefined}
              className="wrap-break-word text-accent underline"
            >
              <bdi>{model}</bdi>
            </a>
            <bdi className="text-sm font-normal text-ink-muted">{nameOf(points)}</bdi>
            {isSelecting && (
              <span>
                <Badge tone="warning">{t("selecting.badge")}</Badge>
              </span>
            )}
          </span>
        ),
        answered,
        failed,
        missing,
        right: isSelecting ? t(`selecting.${foresee(selection)}`) : <Share right={right ?? 0} n={answered} />,
        interval: isSelecting ? (
          "–"
        ) : answered > 0 && isTooFew(answered) ? (
          <TooFew n={answered} />
        ) : (
          <Range interval={intervals?.models.get(runId) ?? null} isPending={intervals === null} />
        ),
        ece: <CalibrationError points={points} />,
        consensus: isSelecting ? bySelection : pair ? <Share right={pair.same} n={pair.n} /> : "…",
        kappa: isSelecting ? bySelection : <Coefficient value={isKnown ? pair.kappa : null} />,
      },
    };
  });
  return (
    <Table
      caption={t("runs.caption", { cases: selection.cases.length, who: view.who })}
      columns={[
        { key: "model", label: t("runs.model") },
        ...columns.map((key) => ({ key, label: t(`runs.${key}`, { who: view.who }), numeric: true })),
      ]}
      rows={lines}
    />
  );
}

function CalibrationError({ points: { scores, answered } }: { points: ModelPoints }) {
  const t = useTranslations("resultsModels");
  if (scores.ece !== null)
    return isTooFew(answered) ? <TooFew n={answered} /> : <Percent value={scores.ece} />;
  const reason =
    scores.reason === "by_selection" || scores.reason === "choices_only" ? scores.reason : "no_items";
  return <span className="text-sm text-ink-muted">– {t(`reasons.${reason}`)}</span>;
}
