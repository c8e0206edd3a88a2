import { runLabel } from "#lib/studies/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { Subject, ResultRow, ResultTable, Column, ResultCell, TableSpec } from "#lib/results/table.ts";
import type { CountedStratum, Population } from "#lib/study-results/schema.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { z } from "zod";
import { count, figure } from "#lib/study-results/figure-schemas.ts";
import { asPercent, inCount, inDigits, inPercent, inProbability, inRange } from "#lib/figures/written.ts";
import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";

/** Whom or what a row is about. */
export function nameSubject(subject: Subject, locale: Locale, who: Population): string {
  const t = wordsIn(locale, "resultTables.subjects");
  switch (subject.kind) {
    case "people":
      return t(who);
    case "run":
      return runLabel(subject.run);
    case "person":
      return t("person", { number: subject.number });
    case "track":
    case "variant":
      return subject.name;
    case "stratum":
      return t(`strata.${subject.name as CountedStratum}`);
    default:
      return t(subject.kind);
  }
}

/** Different for rows of one table. */
export const idOf = (subject: Subject): string => {
  if (subject.kind === "run") return `run-${subject.run.runId}`;
  if (subject.kind === "person") return `person-${subject.number}`;
  return "name" in subject ? `${subject.kind} ${subject.name}`.trim() : subject.kind;
};

const parts = ["value", "low", "high", "method"] as const;

/** The columns of a table for files, by their names there, and a row's cells in them: unrounded. */
export function renderCsv<Key extends string>(
  { columns }: Pick<ResultTable<Key>, "columns">,
  keys = Object.keys(columns) as Key[],
): { names: string[]; cells: (row: Pick<ResultRow<Key>, "cells">) => CsvCell[] } {
  const named = keys.map((key) => [key, columns[key].csv ?? [key]] as const);
  return {
    names: named.flatMap(([, names]) => names),
    cells: ({ cells }) =>
      named.flatMap(([key, names]) => names.map((_, at) => cells[key]?.[parts[at] ?? "value"])),
  };
}

const cell = z.object({
  value: figure,
  reason: z.string().nullable(),
  low: z.number().optional(),
  high: z.number().optional(),
  n: count.optional(),
});

export const tableDocument = z
  .array(z.object({ of: z.string(), cells: z.record(z.string(), cell) }))
  .describe(
    "A row for all cases in view (“all”) and for each part of them; a reason in place of each figure that isn’t there",
  );

export const renderJson = ({ rows }: ResultTable): z.output<typeof tableDocument> =>
  rows.map(({ subject, cells }) => ({
    of: idOf(subject),
    cells: Object.fromEntries(
      Object.entries(cells).flatMap(([key, found]) => {
        if (!found) return [];
        const { value, low, high, n, reason } = found;
        const interval = low === null || high === null ? {} : { low, high };
        return [[key, { value, reason, ...interval, ...(n !== null && { n }) }]];
      }),
    ),
  }));

/** For a terminal: in English, rounded for the eye. */
export function renderLines({ words }: TableSpec, table: ResultTable, who: Population): string[] {
  const { title, columns } = words.en;
  const keys = Object.keys(table.columns);
  const lines = [
    ["", ...keys.map((key) => columns[key] ?? key)],
    ...table.rows.map(({ subject, cells }) => [
      nameSubject(subject, "en", who),
      ...keys.map((key) => formatCell(table.columns[key], cells[key])),
    ]),
  ];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  return [
    `${title}:`,
    ...lines.map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd()),
  ];
}

function formatCell(column: Column | undefined, cell: ResultCell | undefined): string {
  if (!column || !cell) return "";
  const { value, low, high, reason } = cell;
  if (reason === "too_few") return "too few";
  if (value === null) return "–";
  switch (column.kind) {
    case "count":
      return inCount(value);
    case "number":
      return inDigits(value, column.digits ?? 3);
    case "probability":
      return inProbability(value);
    case "difference":
      return inPercent(value);
    default:
      return `${asPercent(value)}${low === null || high === null ? "" : ` (${inRange(low, high)})`}`;
  }
}

/** As its drawing is called in addresses. */
export const drawingOf = ({ name }: Pick<TableSpec, "name">): string => `table-${name}`;

/** The drawn share of each row, with its interval, and the whole table as its numbers. */
export function drawTable(
  { drawn, words }: TableSpec,
  table: ResultTable,
  { locale, who }: { locale: Locale; who: Population },
): FigureWithData {
  const t = wordsIn(locale, "resultTables");
  const { title, columns } = words[locale];
  const counted = Object.keys(table.columns).find((key) => table.columns[key]?.kind === "count") ?? "";
  const csv = renderCsv(table);
  return {
    title,
    figure: {
      kind: "forest",
      input: {
        groups: [
          {
            rows: table.rows.map(({ subject, cells }): ForestRow => {
              const { value = null, low = null, high = null, reason } = cells[drawn] ?? {};
              return {
                id: idOf(subject),
                label: nameSubject(subject, locale, who),
                kind: subject.kind === "run" ? "model" : "people",
                value,
                low,
                high,
                n: cells[counted]?.value ?? null,
                ...(reason === "too_few" && { instead: t("tooFew") }),
              };
            }),
          },
        ],
        range: "fit",
        words: { axis: columns[drawn] ?? title, value: t("value"), interval: t("interval"), n: t("n") },
      },
    },
    csv: [
      ["kind", "name", ...csv.names],
      ...table.rows.map((row) => [
        row.subject.kind,
        "name" in row.subject ? row.subject.name : nameSubject(row.subject, "en", who),
        ...csv.cells(row),
      ]),
    ],
  };
}

export const makeDrawing =
  (spec: TableSpec): FigureMaker =>
  (rows, view, _asked, locale) => {
    const table = spec.compute(rows, view);
    return table.rows.length === 0 ? null : drawTable(spec, table, { locale, who: view.who });
  };
