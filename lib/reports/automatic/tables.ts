import { inDigits } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import {
  maxOrigins,
  type AutomaticCell,
  type AutomaticColumn,
  type AutomaticRow,
  type AutomaticTable,
  type AutomaticTables,
} from "#lib/results/automatic/automatic.ts";
import { writeNumbers } from "#lib/results/automatic/numbers.ts";
import {
  automaticWords,
  digitsOf,
  joinNames,
  nameAttribute,
  nameColumn,
  nameReason,
  nameTable,
  nameTables,
  scaled,
  type Words,
} from "#lib/results/automatic/words.ts";
import type { DetailName } from "#lib/study-results/kinds/series.ts";
import { minForClaim, type Population } from "#lib/study-results/schema.ts";

type Printing = {
  /** Whose cases: people can stand beside those of a study alone. */
  of: "benchmark" | "study";
  locale?: Locale;
  who?: Population;
  /** What a report puts around a caption. */
  mark?: (caption: string) => string;
};

type Found = Pick<AutomaticTables, "attributes" | "by">;

type Context = Required<Omit<Printing, "locale">> & {
  t: Words;
  found: Found;
  /** What groups of cases are called, and what they are. */
  groups: { head: string; notes: readonly string[] };
  join: (items: readonly string[]) => string;
};

/** What judges, measures and models come to, as a paper prints it; and folded behind the first table its intervals. */
export function printAutomatic(
  { tables, unit = "group", ...found }: Found & Pick<AutomaticTables, "tables"> & Partial<AutomaticTables>,
  { of, locale = "en", who = "people", mark = (caption) => caption }: Printing,
): PrintedTable[] {
  const clusters = wordsIn(locale, "clusters");
  const groups = {
    head: clusters(`heads.${unit}`),
    notes: unit === "group" ? [] : [clusters("groups", { unit })],
  };
  const context = { t: automaticWords(locale), found, groups, of, who, mark, join: joinNames(locale) };
  const names = nameTables(tables);
  return tables.flatMap((table, at) => {
    const name = names[at] ?? "";
    const means = printMeans(context, table, name);
    // What says more of a table has its intervals in its file.
    return table.detail === null ? [means, printIntervals(context, table, name)] : [means];
  });
}

export const formatTooMany = (locale: Locale, origins: number): string =>
  automaticWords(locale)("tooMany", { origins, most: maxOrigins });

/** A rule stands between values of the first attribute, and above all together. */
function groupRows<Row>(rows: readonly AutomaticRow[], write: (row: AutomaticRow) => Row[]): Row[][] {
  const first = ({ origin }: AutomaticRow) =>
    origin === null ? "all" : origin.length > 1 ? `of ${origin[0]}` : "of";
  return [...Map.groupBy(rows, first).values()].map((own) => own.flatMap(write));
}

const captionOf = ({ t, mark, ...context }: Context, table: AutomaticTable, key: "means" | "intervals") =>
  mark(`${nameTable(t, table, key, context)}${t("stop")}`);

const nameRow = ({ t, found: { by } }: Context, { origin }: AutomaticRow): string[] => {
  if (by.length === 0) return [t("all")];
  return by.map((_, at) => (origin === null ? (at === 0 ? t("all") : "") : (origin[at] ?? t("none"))));
};

function nameHeads({ t, found }: Context): PrintedTable["columns"] {
  const names = found.by.map((name) => nameAttribute(t, found, name));
  return (names.length > 0 ? names : [t("cases")]).map((label) => ({ label, numeric: false }));
}

const idOf = ({ origin }: AutomaticRow): string => (origin === null ? "all" : JSON.stringify(origin));

/** By its track, and where several are of one track by what parts them. */
function namePart({ parts }: AutomaticTable, { track, standard }: AutomaticTable["parts"][number]): string {
  const isAlone = standard === null || parts.filter((part) => part.track === track).length === 1;
  return isAlone ? track : `${track} (${standard})`;
}

/** The columns of each part, behind how many cases they are of. */
const listParts = ({ parts, columns }: AutomaticTable) =>
  parts.map((part, at) => ({
    ...part,
    columns: columns.flatMap((column, place) => (column.part === at ? [{ column, place }] : [])),
  }));

/** Their columns are each of other cases, so that each cell has its own n. */
const cutDetails: readonly (DetailName | null)[] = ["training", "place", "length"];

function printMeans(context: Context, table: AutomaticTable, name: string): PrintedTable {
  const { t, who } = context;
  const parts = listParts(table);
  const isCut = cutDetails.includes(table.detail);
  const head = (part: (typeof parts)[number], label: string) =>
    parts.length > 1 ? `${namePart(table, part)}: ${label}` : label;
  return {
    name,
    caption: captionOf(context, table, "means"),
    notes: listNotes(context, table),
    ...(table.detail !== null && { isDetail: true }),
    columns: [
      ...nameHeads(context),
      ...parts.flatMap((part) =>
        [...(isCut ? [] : [t("n")]), ...part.columns.map(({ column }) => nameColumn(t, column, who))].map(
          (label) => ({ label: head(part, label), numeric: true }),
        ),
      ),
    ],
    groups: groupRows(table.rows, (row): PrintedRow[] => [
      {
        id: idOf(row),
        cells: [
          ...nameRow(context, row),
          ...parts.flatMap(({ columns }) => {
            const counts = columns.flatMap(({ place }) => row.cells[place]?.n ?? []);
            const shown = isCut ? null : Math.max(0, ...counts);
            const written = columns.map(({ column, place }) =>
              writeMean(t, column, row.cells[place] ?? null, shown),
            );
            return shown === null ? written : [counts.length === 0 ? "" : String(shown), ...written];
          }),
        ],
      },
    ]),
    csv: writeNumbers(context.found.by, table, who),
  };
}

function writeMean(
  t: Words,
  column: AutomaticColumn,
  cell: AutomaticCell | null,
  shown: number | null,
): string {
  if (cell === null) return "";
  const { mean, n, isFew } = cell;
  if (isFew) return t("few");
  const written = mean === null ? "–" : inDigits(scaled(column, mean), digitsOf(column));
  return n === shown ? written : t("ofFewer", { value: written, n });
}

function listNotes(
  { t, found, of, who, join }: Context,
  { columns, parts, rows, detail }: AutomaticTable,
): string[] {
  const sources = new Set(columns.map(({ source }) => source.kind));
  const cells = rows.flatMap((row) => row.cells);
  const standards = parts.flatMap(({ track, standard }) =>
    standard === null ? [] : [t("standard", { track, standard })],
  );
  return [
    t("made", { of, models: String(sources.has("models")), detail: detail ?? "none" }),
    ...(sources.has("people") ? [t("people", { who })] : []),
    ...(cells.some((cell) => cell?.isFew) ? [t("fewMade", { who, ...minForClaim })] : []),
    ...(standards.length > 0 ? [t("standards", { list: join(standards) })] : []),
    ...(columns.some(({ figure, isShare }) => isShare && figure.name === "mean") ? [t("hundred")] : []),
    ...(sources.has("bleu4") || sources.has("rougeL") ? [t("overlap")] : []),
    ...(isByLength(found) ? [t("judgedLengthMade")] : []),
    ...(columns.some(({ figure }) => figure.name === "similarity") ? [t("similarity")] : []),
    ...(columns.some(({ figure }) => figure.name === "wins") ? [t("wins")] : []),
    ...(columns.some(({ figure }) => figure.name === "reward") ? [t("reward")] : []),
    ...(columns.some(({ figure }) => figure.name === "longest") ? [t("length")] : []),
  ];
}

const isByLength = ({ attributes, by }: Found): boolean =>
  attributes.some(({ name, isLength }) => isLength && by.includes(name));

/** A row for each figure of each origin, with its interval, or why it has none. */
function printIntervals(context: Context, table: AutomaticTable, name: string): PrintedTable {
  const { t, who, groups } = context;
  return {
    name: `${name}-intervals`,
    caption: captionOf(context, table, "intervals"),
    notes: [
      t("intervals"),
      ...groups.notes,
      ...(table.columns.some(({ figure }) => figure.name === "accuracy")
        ? [t("otherIntervals", { of: context.of })]
        : []),
    ],
    isDetail: true,
    columns: [
      ...nameHeads(context),
      { label: t("track"), numeric: false },
      { label: t("figure"), numeric: false },
      { label: t("n"), numeric: true },
      { label: groups.head, numeric: true },
      { label: t("value"), numeric: true },
      { label: t("why"), numeric: false },
    ],
    groups: groupRows(table.rows, (row) =>
      table.columns.flatMap((column, place): PrintedRow[] => {
        const [cell, part] = [row.cells[place], table.parts[column.part]];
        if (!cell || !part) return [];
        return [
          {
            id: `${idOf(row)} ${place}`,
            cells: [
              ...nameRow(context, row),
              namePart(table, part),
              nameColumn(t, column, who),
              String(cell.n),
              String(cell.groups),
              cell.isFew ? t("few") : writeInterval(t, column, cell),
              cell.isFew || cell.reason === null ? "" : nameReason(t, cell.reason),
            ],
          },
        ];
      }),
    ),
    csv: writeNumbers(context.found.by, table, who),
  };
}

function writeInterval(t: Words, column: AutomaticColumn, { mean, low, high }: AutomaticCell): string {
  const write = (value: number) => inDigits(scaled(column, value), digitsOf(column));
  if (mean === null) return "–";
  if (low === null || high === null) return write(mean);
  return t("interval", { value: write(mean), low: write(low), high: write(high) });
}

/** A table with one judge's columns alone; null where it has none. */
export function chooseJudge(table: AutomaticTable, runId: number): AutomaticTable | null {
  const kept = table.columns.flatMap(({ source }, at) =>
    source.kind === "judge" && source.run.id === runId ? [at] : [],
  );
  if (kept.length === 0) return null;
  const used = [...new Set(kept.map((at) => table.columns[at]?.part ?? 0))];
  const rows = table.rows
    .map(({ origin, cells }) => ({ origin, cells: kept.map((at) => cells[at] ?? null) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  return {
    detail: table.detail,
    parts: used.flatMap((part) => table.parts[part] ?? []),
    columns: kept.flatMap((at) => {
      const column = table.columns[at];
      return column ? [{ ...column, part: used.indexOf(column.part) }] : [];
    }),
    rows,
  };
}
