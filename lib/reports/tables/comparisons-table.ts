import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption } from "#lib/reports/head.ts";
import { printCells, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { listPlannedRows, subjectOf } from "#lib/reports/standing.ts";
import { formatRunName, t } from "#lib/reports/words.ts";
import { getGaps, getVotes, type TestedRun } from "#lib/results/measures.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import type { ResultCell, ResultTable } from "#lib/results/table.ts";
import { inPercent } from "#lib/figures/written.ts";

/** People less each model: the difference, its interval, and the test of this very difference. */
export function makeGapTable(facts: Facts): PrintedTable {
  const margin = facts.rows.study.design.claims?.margin ?? null;
  const columns = [
    ...(["n", "difference", "p", "holm"] as const),
    ...(margin === null ? [] : (["noWorse", "equivalence"] as const)),
  ];
  return printTested(facts, getGaps(facts.rows, facts.view), {
    name: "people-less-model",
    caption: t("tables.gap.caption", { who: facts.view.who }),
    notes: [
      t("tables.gap.made"),
      ...listLooks(facts),
      ...(margin === null ? [] : [t("tables.gap.margin", { margin: inPercent(margin) })]),
    ],
    columns: columns.map((key) => [key, t(`tables.gap.${key}`)]),
  });
}

/** The vote of people less each model, with McNemar's test of the pairs in which they differ. */
export const makeVoteTable = (facts: Facts): PrintedTable =>
  printTested(facts, getVotes(facts.rows, facts.view), {
    name: "consensus-less-model",
    caption: t("tables.vote.caption", { who: facts.view.who }),
    notes: [t("tables.vote.made"), ...listLooks(facts)],
    columns: [
      ["n", t("tables.vote.cases")],
      ...(["pairs", "difference", "p", "midP", "holm"] as const).map(
        (key) => [key, t(`tables.vote.${key}`)] as const,
      ),
    ],
  });

type Layout<Key> = Pick<PrintedTable, "name" | "caption" | "notes"> & {
  columns: readonly (readonly [key: Key, label: string])[];
};

function printTested<Key extends string>(
  facts: Facts,
  table: ResultTable<Key, TestedRun>,
  { name, caption, notes, columns }: Layout<Key>,
): PrintedTable {
  const standing = table.rows.map(({ subject: { run } }) => ({
    name: formatRunName(run),
    subject: subjectOf(facts, run),
  }));
  const [first = "rest", ...others] = standing.map(({ subject }) => subject);
  const keys = columns.map(([key]) => key);
  const csv = renderCsv(table);
  return {
    name,
    caption: formatCaption(facts, caption, first, ...others),
    notes: [...listPlannedRows(facts, standing), ...notes],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map(([, label]) => ({ label, numeric: true })),
    ],
    groups: [
      table.rows.map((row) => ({
        id: `run-${row.subject.run.runId}`,
        about: { run: row.subject.run.runId },
        cells: [formatRunName(row.subject.run), ...printCells(table, row, keys)],
      })),
    ].filter((group) => group.length > 0),
    csv: [
      ["answers_of", "name", "method", "version", ...csv.names, "reason"],
      ...table.rows.map((row) => {
        const { model, method, version } = row.subject.run;
        const { difference } = row.cells as { readonly [key: string]: ResultCell | undefined };
        return [facts.view.who, model, method, version, ...csv.cells(row), difference?.reason];
      }),
    ],
  };
}
