import { getTranslations, getFormatter } from "next-intl/server";
import {
  muted,
  inPointsOf,
  range,
  drawFigure,
  modelNamed,
  named,
  nothing,
  percent,
  withInterval,
  type OverviewWords,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import {
  getGaps,
  getVotes,
  type GapColumn,
  type TestedRun,
  type VoteColumn,
  getStandings,
  type StandingRow,
} from "#lib/results/measures.ts";
import type { Column, ResultTable } from "#lib/results/table.ts";
import type { StudyRows, UnrankedReason } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";
import { reasonKey } from "#components/study-results/overview/sentences.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { DataTable, type Row } from "#components/ui/table/data-table.tsx";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import { findBest, type ModelPoints, type WithMissing } from "#lib/study-results/overview/types.ts";

type Props = { rows: StudyRows; view: View };
/** A table for each comparison: the difference, its interval, and the test of this very difference. */
export async function Comparisons({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview");
  const given = { t, marks: await getTranslations("resultsApart.badge"), rows, view };
  const [gaps, votes] = [getGaps(rows, view), getVotes(rows, view)];
  const { looks } = gaps;
  const margin = rows.study.design.claims?.margin ?? null;
  const ofMargin = margin === null ? [] : ["noWorse", "equivalence"];
  const blocks = [
    { of: "gap", table: gaps, columns: ["n", "difference", "interval", "p", "holm", ...ofMargin] },
    { of: "vote", table: votes, columns: ["cases", "pairs", "difference", "interval", "p", "midP", "holm"] },
  ] as const;
  if (gaps.rows.length === 0) return <p>{t("comparisons.empty")}</p>;
  return blocks.map(({ of, table, columns }) => {
    const title = t(`comparisons.${of}.title`, { who: view.who });
    const label = (key: string) =>
      key === "pairs"
        ? t("comparisons.pairsLabel")
        : t(`comparisons.${key as "difference"}`, { margin: inPercent(margin ?? 0) } as never);
    return (
      <Fold
        key={of}
        id={of === "gap" ? "differences" : "consensus"}
        title={title}
        note={t("comparisons.note", { models: table.rows.length })}
        isWide
      >
        <p className="measure text-sm text-ink-muted">
          {looks === "one" ? t(`comparisons.${of}.about`) : t("comparisons.atLooks", { looks })}
        </p>
        <Table
          caption={title}
          isTight
          columns={[
            { key: "name", label: t("table.name"), atLeast: 36 },
            ...figureColumns(columns, (key) => label(key)),
          ]}
          rows={table.rows.map((row) => ({
            id: String(row.subject.run.runId),
            cells: {
              name: formatModelName(given, row.subject.run),
              ...formatDifference(given, table.columns, row.cells),
            },
          }))}
        />
      </Fold>
    );
  });
}

type Cells = ResultTable<GapColumn | VoteColumn, TestedRun>["rows"][number]["cells"];

function formatDifference(
  { t }: Context,
  columns: Readonly<Record<string, Column>>,
  cells: Cells,
): TableRow["cells"] {
  const n = cells.n?.value ?? 0;
  const { difference, pairs } = cells;
  const tooFew = muted(t("comparisons.tooFew", { n }));
  const counted = { n, cases: n };
  if (difference?.reason === "too_few") return { ...counted, difference: tooFew };
  const drawn = Object.entries(cells).map(([key, cell]) => {
    const column = columns[key];
    return [key, column && drawFigure(column, cell, { tooFew })] as const;
  });
  return {
    ...Object.fromEntries(drawn),
    ...counted,
    pairs: pairs && t("comparisons.pairs", { onlyPeople: pairs.value ?? 0, onlyModel: pairs.n ?? 0 }),
    interval: range(difference, inPointsOf(t)),
  };
}

/** Everything the headline is made of, for people, their vote and every model on the same cases. */
export async function ModelsTable({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview");
  const table = await getTranslations("table");
  const format = await getFormatter();
  const given = { t, marks: await getTranslations("resultsApart.badge"), rows, view };
  const { models } = getPoints(rows, view);
  const standings = getStandings(rows, view);
  const isOne = standings.looks === "one";
  const interval = isOne ? t("table.interval") : t("forest.intervalAtLooks", { who: view.who });
  const label = (key: (typeof standingColumns)[number]): Cell => {
    const text = t(`table.${key}`);
    if (key === "top1")
      return [
        { text, isWhole: true },
        { line: interval, isMuted: true },
      ];
    return key === "top2" || key === "ece" ? { text, isWhole: true } : text;
  };
  const caption = t("table.caption", { who: view.who });
  const columns = [
    { key: "name", label: t("table.name"), sortable: true, atLeast: 36 as const },
    ...standingColumns.map((key) => ({
      key,
      label: label(key),
      numeric: true,
      sortable: true,
      mayGo: key === "withMissing",
    })),
  ];
  // Guessing is below everybody.
  const told = standings.rows
    .toSorted((a, b) => Number(a.subject.kind === "chance") - Number(b.subject.kind === "chance"))
    .map((row) => formatModelRow(given, row));
  const reasons = models.flatMap(({ scores }) => (scores.reason === null ? [] : [reasonKey(scores.reason)]));
  const missing = [...new Set(reasons)];
  return (
    <Fold id="models" title={caption} note={t("table.note", { models: models.length })} isWide>
      <DataTable
        caption={caption}
        isTight
        columns={columns}
        rows={told}
        words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
        empty={null}
      />
      <EmptyColumns columns={columns} rows={told} />
      {missing.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("table.why", { reasons: format.list(missing.map((key) => t(`reasons.${key}`))) })}
        </p>
      )}
    </Fold>
  );
}

export type Context = {
  t: OverviewWords;
  marks: (apart: UnrankedReason) => string;
  rows: StudyRows;
  view: View;
};

const standingColumns = ["n", "top1", "withMissing", "place", "top2", "meanRank", "ece", "brier"] as const;
const scores = ["top2", "meanRank", "ece", "brier"] as const;

/** People, their vote, guessing, or a model: what the models are beside has its count and its share alone. */
function formatModelRow(given: Context, row: StandingRow): Row {
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

function formatModelName(given: Context, { runId, model, method, version, apart }: ModelPoints): Cell {
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
