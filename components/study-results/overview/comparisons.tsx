import { getTranslations } from "next-intl/server";
import { muted } from "#components/study-results/figure-cells.ts";
import { formatModelName, type Context } from "#components/study-results/overview/model-rows.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { inPointsOf, range } from "#components/study-results/ranges.ts";
import { drawFigure } from "#components/study-results/result-cells.ts";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getGaps, getVotes, type GapColumn, type TestedRun, type VoteColumn } from "#lib/results/measures.ts";
import type { Column, ResultTable } from "#lib/results/table.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

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
          {looks === "one"
            ? t(`comparisons.${of}.about`, { who: view.who })
            : t("comparisons.atLooks", { who: view.who, looks })}
        </p>
        <Table
          caption={title}
          isTight
          columns={[
            { key: "name", label: t("table.name"), atLeast: 36 },
            ...columns.map((key) => ({ key, label: label(key), numeric: true })),
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
