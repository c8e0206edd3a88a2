import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import {
  coefficient,
  share,
  tooFew,
  type ModelWords,
} from "#components/study-results/models/small-sample.ts";
import { modelNamed, named, percent } from "#components/study-results/figure-cells.ts";
import { range } from "#components/study-results/ranges.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { formatMethodName } from "#components/model-runs/figure.tsx";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { findWithPeople, type Raters } from "#lib/study-results/models/model-agreement.ts";
import { foresee, isTooFew } from "#lib/study-results/models/models.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { UnrankedReason, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  raters: Raters | null;
  shown: number | null;
};

const columns = ["answered", "failed", "missing", "right", "interval", "ece", "consensus", "kappa"] as const;

/** Every run over the same cases, by how often it is right; each name is the way to its own figures. */
export async function RunsTable(props: Props) {
  const { rows, view } = props;
  const t = await getTranslations("resultsModels");
  const marks = await getTranslations("resultsApart.badge");
  const selection = getSelection(rows, view);
  const drawn = [
    { key: "model", label: t("runs.model"), atLeast: 40 as const },
    ...columns.map((key) => ({
      key,
      label: t(`runs.${key}`, { who: view.who }),
      numeric: true,
      mayGo: key === "failed" || key === "missing",
    })),
  ];
  const told = getPoints(rows, view).models.map((points) => ({
    id: String(points.runId),
    cells: formatRun({ ...props, t, marks, selection }, points),
  }));
  return (
    <>
      <Table
        caption={t("runs.caption", { cases: selection.cases.length, who: view.who })}
        isTight
        columns={drawn}
        rows={told}
      />
      <EmptyColumns columns={drawn} rows={told} />
    </>
  );
}

type Context = Props & {
  t: ModelWords;
  marks: (apart: UnrankedReason) => string;
  selection: Selection;
};

function formatRun({ t, marks, selection, rows, view, raters, shown }: Context, points: ModelPoints) {
  const { runId, model, answered, failed, missing, right, apart } = points;
  const isSelecting = apart === "selecting";
  const query = writeView(view);
  query.set("model", String(runId));
  const href = `${resultsPath(rows.study.slug, "models", query)}#run`;
  const pair = raters && findWithPeople(raters, runId);
  const isKnown = pair !== null && !isTooFew(pair.n);
  const bySelection = unfounded(t("reasons.by_selection"));
  return {
    model: [
      { ...modelNamed(model), href, isCurrent: runId === shown },
      " ",
      { ...named(formatMethodName(points)), isWhole: true, isNarrow: true, isMuted: true, isSmall: true },
      apart !== null && [" ", { badge: marks(apart), tone: "warning" }],
    ],
    answered,
    failed,
    missing,
    right: isSelecting ? t(`selecting.${foresee(selection)}`) : share(t, { right: right ?? 0, n: answered }),
    interval: isSelecting
      ? "–"
      : answered > 0 && isTooFew(answered)
        ? tooFew(t, answered)
        : range(getIntervals(rows, view).models.get(runId)),
    ece: formatCalibrationError(t, points),
    consensus: isSelecting ? bySelection : pair ? share(t, { right: pair.same, n: pair.n }) : "…",
    kappa: isSelecting ? bySelection : coefficient(isKnown ? pair.kappa : null),
  } satisfies Record<"model" | (typeof columns)[number], Cell>;
}

function formatCalibrationError(t: ModelWords, { scores, answered }: ModelPoints): Words {
  if (scores.ece !== null) return isTooFew(answered) ? tooFew(t, answered) : percent(scores.ece);
  const reason =
    scores.reason === "by_selection" || scores.reason === "choices_only" ? scores.reason : "no_items";
  return unfounded(t(`reasons.${reason}`));
}

/** In place of a figure, and why there is none. */
const unfounded = (why: string): Words => ({ text: `– ${why}`, isMuted: true, isSmall: true });
