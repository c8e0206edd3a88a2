import { getFormatter, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import { standingColumns, formatModelRow } from "#components/study-results/overview/model-rows.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { getStandings } from "#lib/results/measures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Everything the headline is made of, for people, their vote and every model on the same cases. */
export async function ModelsTable({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview");
  const format = await getFormatter();
  const { models } = getPoints(rows, view);
  const table = await tableProps({ rows, view });
  const reasons = models.flatMap(({ scores }) => (scores.reason === null ? [] : [reasonKey(scores.reason)]));
  const missing = [...new Set(reasons)];
  return (
    <Fold id="models" title={table.caption} note={t("table.note", { models: models.length })} isWide>
      <DataTable {...table} empty={null} />
      <EmptyColumns columns={table.columns} rows={table.rows} />
      {missing.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("table.why", { reasons: format.list(missing.map((key) => t(`reasons.${key}`))) })}
        </p>
      )}
    </Fold>
  );
}

async function tableProps({ rows, view }: Props): Promise<Omit<ComponentProps<typeof DataTable>, "empty">> {
  const t = await getTranslations("resultsOverview");
  const table = await getTranslations("table");
  const marks = await getTranslations("resultsApart.badge");
  const given = { t, marks, rows, view };
  const standings = getStandings(rows, view);
  const isOne = standings.looks === "one";
  const interval = isOne ? t("table.interval") : t("forest.intervalAtLooks", { who: view.who });
  const beneath: Cell = { line: interval, isMuted: true };
  const label = (key: (typeof standingColumns)[number]): Cell => {
    const text = t(`table.${key}`);
    if (key === "top1") return [{ text, isWhole: true }, beneath];
    return key === "top2" || key === "ece" ? { text, isWhole: true } : text;
  };
  return {
    caption: t("table.caption", { who: view.who }),
    isTight: true,
    columns: [
      { key: "name", label: t("table.name"), sortable: true, atLeast: 36 },
      ...standingColumns.map((key) => ({
        key,
        label: label(key),
        numeric: true,
        sortable: true,
        mayGo: key === "withMissing",
      })),
    ],
    // Guessing is below everybody.
    rows: standings.rows
      .toSorted((a, b) => Number(a.subject.kind === "chance") - Number(b.subject.kind === "chance"))
      .map((row) => formatModelRow(given, row)),
    words: { filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") },
  };
}
