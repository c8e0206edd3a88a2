import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import { modelNamed, muted, named, nothing, percent } from "#components/study-results/figure-cells.ts";
import { drawFigure, withInterval } from "#components/study-results/result-cells.ts";
import type { OverviewWords } from "#components/study-results/ranges.ts";
import type { Row } from "#components/ui/table/data-table.tsx";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getStandings, type StandingRow } from "#lib/results/measures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { findBest, type ModelPoints, type WithMissing } from "#lib/study-results/overview/types.ts";
import type { UnrankedReason, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

export type Context = {
  t: OverviewWords;
  marks: (apart: UnrankedReason) => string;
  rows: StudyRows;
  view: View;
};

export const standingColumns = [
  "n",
  "top1",
  "withMissing",
  "place",
  "top2",
  "meanRank",
  "ece",
  "brier",
] as const;
const scores = ["top2", "meanRank", "ece", "brier"] as const;

/** People, their vote, guessing, or a model: what the models are beside has its count and its share alone. */
export function formatModelRow(given: Context, row: StandingRow): Row {
  const { t, rows, view } = given;
  const { subject, cells } = row;
  const { columns } = getStandings(rows, view);
  const run = subject.kind === "run" ? subject.run : null;
  const tooFew = muted(t("table.tooFew", { n: cells.n?.value ?? 0 }));
  const draw = (key: keyof typeof columns) =>
    drawFigure(columns[key], cells[key], { tooFew, why: (reason) => t(`reasons.${reasonKey(reason)}`) });
  const name = formatSubject(given, subject);
  const { withMissing, place } = cells;
  const missing = { missing: withMissing?.n ?? 0, wrong: withMissing?.value ?? null };
  return {
    id: run ? String(run.runId) : subject.kind,
    text: run ? [run.model, run.method, run.version].join(" ") : name,
    sort: {
      name,
      ...Object.fromEntries(
        (run ? standingColumns : (["n", "top1"] as const)).map((key) => [key, cells[key]?.value ?? null]),
      ),
    },
    cells: {
      name: run ? formatModelName(given, run) : formatCrowd(given, subject, name),
      ...(cells.n && { n: formatCount(given, row) }),
      top1: row.foreseen
        ? t(`forest.selecting.${row.foreseen}`)
        : subject.kind === "chance"
          ? draw("top1")
          : withInterval(draw("top1"), cells.top1),
      ...(withMissing && {
        withMissing:
          withMissing.reason === "too_few" && (!run || missing.missing > 0)
            ? run !== null && tooFew
            : formatMissing(t, { ...missing, right: cells.missingRight?.value ?? null }),
      }),
      ...(run && {
        place: !place
          ? nothing
          : place.value === null
            ? draw("place")
            : t("table.places", { best: place.low ?? 0, worst: place.high ?? 0 }),
        ...Object.fromEntries(scores.map((key) => [key, draw(key)])),
      }),
    },
  };
}

function formatSubject({ t, view }: Context, subject: StandingRow["subject"]): string {
  if (subject.kind === "run") return subject.run.model;
  if (subject.kind === "chance") return t("table.chance");
  return t(`forest.${subject.kind === "people" ? view.who : "consensus"}`);
}

const formatCrowd = (given: Context, { kind }: StandingRow["subject"], name: string): Cell =>
  kind === "chance" ? name : linkTo(given, kind === "people" ? "people" : "cases", name);

export function linkTo({ rows, view }: Context, page: ResultsPage, text: string, runId?: number): Words {
  const query = writeView(view);
  if (runId !== undefined) query.set("model", String(runId));
  return {
    ...(runId === undefined ? named(text) : modelNamed(text)),
    href: resultsPath(rows.study.slug, page, query),
  };
}

/** With what is missing counted wrong, and beneath it counted right; where nothing is missing, nothing. */
export const formatMissing = (t: OverviewWords, { missing, wrong, right }: WithMissing): Cell =>
  missing === 0 || wrong === null || right === null
    ? nothing
    : [percent(wrong), { line: t("table.missingRight", { share: inPercent(right) }), isMuted: true }];

export function formatModelName(given: Context, { runId, model, method, version, apart }: ModelPoints): Cell {
  const { t, rows, view } = given;
  const made = [method, version].filter(Boolean).join(" · ");
  const isNamed = runId === rows.study.comparatorRunId;
  const isBest = runId === findBest(getPoints(rows, view).models)?.best.runId;
  return [
    linkTo(given, "models", model, runId),
    made && { line: named(made), isMuted: true },
    isNamed && { line: { badge: t("table.comparator") } },
    isBest && !isNamed && { line: t("table.best"), isMuted: true },
    apart !== null && { line: { badge: given.marks(apart), tone: "warning" } },
  ];
}

function formatCount({ t }: Context, { subject, cells: { n, failed } }: StandingRow): Cell {
  const count = n?.value ?? 0;
  if (subject.kind === "people") return t("table.peopleN", { answers: count });
  if (subject.kind !== "run") return count;
  return [
    { text: t("table.answered", { answered: count, cases: n?.n ?? 0 }), isWhole: true },
    !!failed?.value && { line: t("table.failed", { count: failed.value }), isMuted: true },
  ];
}
