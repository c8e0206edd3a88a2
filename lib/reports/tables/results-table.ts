import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption } from "#lib/reports/head.ts";
import { printCells, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { listPlannedRows, subjectOf } from "#lib/reports/standing.ts";
import { formatRunName, t } from "#lib/reports/words.ts";
import { getStandings, type StandingRow } from "#lib/results/measures.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import type { Population } from "#lib/study-results/schema.ts";

const columns = ["n", "top1", "withMissing", "top2", "meanRank", "ece", "brier"] as const;

/** People, their vote, chance and every model over the same cases. */
export function makeResultsTable(facts: Facts): PrintedTable {
  const { rows, view } = facts;
  const { who } = view;
  const table = getStandings(rows, view);
  const told = table.rows
    .filter(({ subject }) => subject.kind !== "consensus")
    .map(({ subject }) => ({
      name: nameOf(subject, who),
      subject:
        subject.kind === "run"
          ? subjectOf(facts, subject.run)
          : subject.kind === "people"
            ? subject.kind
            : ("rest" as const),
    }));
  const caption = t("tables.results.caption", { cases: table.rows[0]?.cells.cases?.value ?? 0, who });
  const csv = renderCsv(table);
  return {
    name: "results",
    caption: formatCaption(facts, caption, "rest", ...told.map(({ subject }) => subject)),
    notes: [
      ...listPlannedRows(facts, told),
      t("tables.results.made", { works: getIntervals(rows, view).works ?? 0 }),
      ...listLooks(facts),
      t("tables.results.missing"),
    ],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.results.${key}`, { who }), numeric: true })),
    ],
    groups: [...Map.groupBy(table.rows, ({ group }) => group).values()].map((group) =>
      group.map((row) => ({
        ...aboutOf(row),
        cells: [labelOf(row, who), ...printCells(table, row, columns)],
      })),
    ),
    csv: [
      ["answers_of", "kind", ...named, ...csv.names, "reason"],
      ...table.rows.map((row) => [who, ...nameCells(row), ...csv.cells(row), row.cells.top1?.reason]),
    ],
  };

  function aboutOf({ subject: { kind, ...rest } }: StandingRow) {
    if ("run" in rest) return { id: `run-${rest.run.runId}`, about: { run: rest.run.runId } };
    return { id: kind, about: { page: kind === "people" ? ("people" as const) : ("cases" as const), view } };
  }
}

function nameOf(subject: StandingRow["subject"], who: Population): string {
  if (subject.kind === "run") return formatRunName(subject.run);
  return subject.kind === "people" ? t(`names.${who}`) : t(`tables.results.${subject.kind}`);
}

function labelOf({ subject, foreseen }: StandingRow, who: Population): string {
  const name = nameOf(subject, who);
  if (subject.kind !== "run" || subject.run.apart === null) return name;
  const { apart } = subject.run;
  return foreseen ? t("tables.results.selecting", { name }) : t("tables.results.apart", { name, apart });
}

const named = ["name", "method", "version", "ran_at", "ranked"];

function nameCells({ subject }: StandingRow): CsvCell[] {
  if (subject.kind !== "run") return [subject.kind, ...named.map(() => null)];
  const { model, method, version, ranAt, isRanked, apart } = subject.run;
  return [apart === null ? "model" : `${apart}_model`, model, method, version, ranAt, Number(isRanked)];
}
