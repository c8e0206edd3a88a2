import { rangeAround } from "#lib/figures/axis.ts";
import type { LinesInput } from "#lib/figures/drawn/lines.ts";
import type { PanelCell, PanelScale, PanelsInput } from "#lib/figures/drawn/panels.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type {
  AutomaticCell,
  AutomaticColumn,
  AutomaticRow,
  AutomaticTable,
  AutomaticTables,
} from "#lib/results/automatic/automatic.ts";
import { writeNumbers } from "#lib/results/automatic/numbers.ts";
import {
  automaticWords,
  describeFigure,
  digitsOf,
  joinNames,
  nameAttribute,
  nameColumn,
  nameTable,
  nameTables,
  type Words,
} from "#lib/results/automatic/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { Population } from "#lib/study-results/schema.ts";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";

/** More are no picture; the numbers have all. */
const maxDrawn = { rows: 30, panels: 12, lines: 8 } as const;

type Drawing = { of: "benchmark" | "study"; who?: Population; locale: Locale };
type Context = Required<Drawing> & { t: Words; found: AutomaticTables };
export type AutomaticFigure = FigureWithData & { name: string; note: string };

/** The figure of each table, called as it is. */
export function drawAutomatic(
  found: AutomaticTables,
  { of, locale, who = "people" }: Drawing,
): AutomaticFigure[] {
  const context = { t: automaticWords(locale), found, of, who, locale };
  const names = nameTables(found.tables);
  return found.tables.map((table, at) => ({
    name: names[at] ?? "",
    ...drawTable(context, table),
    csv: writeNumbers(found.by, table, who),
  }));
}

function drawTable(context: Context, table: AutomaticTable) {
  const { t, found, of, locale } = context;
  const title = nameTable(t, table, "means", { found, of, join: joinNames(locale) });
  const steps = listSteps(found, table);
  const drawn = steps ? drawSteps(context, table, steps) : drawRows(context, table);
  return { title, ...drawn };
}

/** Values of the last attribute in the order of their numbers, where that is what it has; null otherwise. */
function listSteps({ attributes, by }: AutomaticTables, { rows }: AutomaticTable): string[] | null {
  const last = attributes.find(({ name }) => name === by.at(-1));
  if (!last?.isNumber) return null;
  const values = rows.flatMap(({ origin }) => origin?.at(-1) ?? []);
  const steps = [...new Set(values)].sort((a, b) => parseFloat(a) - parseFloat(b));
  return steps.length > 1 ? steps : null;
}

type Place = { column: AutomaticColumn; place: number };

const isSameFigure = (a: AutomaticColumn, b: AutomaticColumn): boolean =>
  a.part === b.part &&
  a.isShare === b.isShare &&
  !a.isOwnNumber &&
  !b.isOwnNumber &&
  JSON.stringify(a.figure) === JSON.stringify(b.figure);

const labelOf = ({ t, who }: Context, { parts }: AutomaticTable, column: AutomaticColumn): string => {
  const { track = "" } = parts[column.part] ?? {};
  const name = nameColumn(t, column, who);
  return parts.length > 1 ? `${track}: ${name}` : name;
};

/** Columns of one measure have one range, whatever their tracks: they are held against each other. */
function scalesOf({ t }: Context, { columns, rows }: AutomaticTable): PanelScale[] {
  const keyOf = ({ figure, isShare, isOwnNumber, source }: AutomaticColumn) =>
    JSON.stringify([describeFigure(figure).figure, isShare, isOwnNumber && source]);
  const valuesOf = (place: number) =>
    rows.flatMap(({ cells }) => {
      const cell = readCell(cells[place] ?? null);
      return cell ? [cell.value, cell.low ?? cell.value, cell.high ?? cell.value] : [];
    });
  const byKey = Map.groupBy(columns.keys(), (place) => keyOf(columns[place] as AutomaticColumn));
  return columns.map((column) => {
    const values = (byKey.get(keyOf(column)) ?? []).flatMap(valuesOf);
    if (column.isShare) return { range: rangeAround(values), axis: "%", value: "%" };
    const range = rangeAround(values, 0.5, [-Infinity, Infinity]);
    const unit = column.figure.name.startsWith("reward") ? "reward" : "points";
    return { range, digits: digitsOf(column), axis: t(`drawn.${unit}`), value: t(`drawn.${unit}`) };
  });
}

/** As it can be drawn; null of what is too little to be told, or isn't defined. */
const readCell = (cell: AutomaticCell | null): PanelCell | null =>
  cell === null || cell.isFew || cell.mean === null
    ? null
    : { value: cell.mean, low: cell.low, high: cell.high, n: cell.n };

function markOf({ t }: Context, cell: AutomaticCell | null): PanelsInput["rows"][number]["cells"][number] {
  if (cell === null) return null;
  return readCell(cell) ?? { instead: t(cell.isFew ? "few" : "drawn.undefined") };
}

const nameOrigin = ({ t }: Context, origin: AutomaticRow["origin"]): string =>
  origin === null || origin.length === 0 ? t("all") : origin.map((value) => value ?? t("none")).join(" · ");

/** A row for each origin and a panel for each column; people stand in the panels of those who judge the same. */
function drawRows(context: Context, table: AutomaticTable): Pick<AutomaticFigure, "figure" | "note"> {
  const { t, who } = context;
  const isPeople = ({ column }: Place) => column.source.kind === "people";
  const places = table.columns.map((column, place): Place => ({ column, place }));
  const people = places.filter(isPeople);
  const others = places.filter((one) => !isPeople(one));
  const panels = [
    ...others.map((one) => ({
      ...one,
      beside: people.find(({ column }) => isSameFigure(column, one.column)) ?? null,
    })),
    ...people
      .filter(({ column }) => !others.some((one) => isSameFigure(column, one.column)))
      .map((one) => ({ ...one, beside: null })),
  ].sort((a, b) => a.place - b.place);
  const scales = scalesOf(context, table);
  const kept = panels.slice(0, maxDrawn.panels);
  // All together come last, and stay.
  const all = table.rows.filter(({ origin }) => origin === null);
  const origins = table.rows.filter(({ origin }) => origin !== null);
  const rows = [...origins.slice(0, maxDrawn.rows), ...all];
  const input: PanelsInput = {
    panels: kept.map(({ column, place }) => ({
      id: String(place),
      label: labelOf(context, table, column),
      kind: column.source.kind === "people" ? "people" : "model",
      ...(scales[place] && { scale: scales[place] }),
    })),
    rows: rows.map(({ origin, cells }) => ({
      id: JSON.stringify(origin),
      label: nameOrigin(context, origin),
      kind: "model",
      cells: kept.map(({ place }) => markOf(context, cells[place] ?? null)),
      ...(kept.some(({ beside }) => beside !== null) && {
        beside: {
          label: `${nameOrigin(context, origin)} · ${t("sources.people", { who })}`,
          kind: "people" as const,
          cells: kept.map(({ beside }) => (beside ? markOf(context, cells[beside.place] ?? null) : null)),
        },
      }),
    })),
    range: [0, 1],
    words: { axis: "%", n: t("n"), value: "%", none: "–" },
  };
  const note = [
    t("drawn.rows"),
    ...(people.length > 0 ? [t("drawn.marks", { who })] : []),
    ...noteIntervals(
      context,
      kept.flatMap(({ place }) => rows.map(({ cells }) => readCell(cells[place] ?? null))),
    ),
    ...noteLeftOut(context, { rows: [rows.length - all.length, origins.length], panels: [kept, panels] }),
  ];
  return { figure: { kind: "panels", input }, note: note.join(" ") };
}

/** A panel for each column, and a line for each value of the other attributes. */
function drawSteps(
  context: Context,
  table: AutomaticTable,
  steps: readonly string[],
): Pick<AutomaticFigure, "figure" | "note"> {
  const { t, found } = context;
  const scales = scalesOf(context, table);
  const byLine = Map.groupBy(
    table.rows.filter(({ origin }) => origin !== null && origin.at(-1) !== null),
    ({ origin }) => JSON.stringify(origin?.slice(0, -1)),
  );
  const listed = [...byLine.values()];
  const lines = listed.slice(0, maxDrawn.lines);
  const panels = table.columns.slice(0, maxDrawn.panels).map((column, place) => ({
    id: String(place),
    label: labelOf(context, table, column),
    scale: scales[place] as PanelScale,
    lines: lines
      .map((rows, at) => ({
        id: String(at),
        label: found.by.length > 1 ? nameOrigin(context, rows[0]?.origin?.slice(0, -1) ?? null) : "",
        kind: column.source.kind === "people" ? ("people" as const) : ("model" as const),
        points: steps.map((step) =>
          readCell(rows.find(({ origin }) => origin?.at(-1) === step)?.cells[place] ?? null),
        ),
      }))
      .filter(({ points }) => points.some((point) => point !== null)),
  }));
  const drawn = panels.flatMap((panel) => panel.lines.flatMap(({ points }) => points));
  const counts = drawn.flatMap((point) => point?.n ?? []);
  const cells = lines.flatMap((rows) =>
    rows.flatMap((row) => row.cells.slice(0, panels.length).filter((cell) => cell !== null)),
  );
  const name = found.by.at(-1) ?? "";
  const input: LinesInput = {
    panels,
    steps,
    words: { steps: t("drawn.steps", { name: nameAttribute(t, found, name) }), n: t("n") },
  };
  const few = cells.filter(({ isFew }) => isFew).length;
  const undefinedOnes = cells.filter(({ isFew, mean }) => !isFew && mean === null).length;
  const note = [
    ...(counts.length > 0
      ? [t("drawn.lines", { least: Math.min(...counts), most: Math.max(...counts) })]
      : []),
    ...noteIntervals(context, drawn),
    ...(few > 0 ? [t("drawn.gaps", { why: "few", count: few })] : []),
    ...(undefinedOnes > 0 ? [t("drawn.gaps", { why: "undefined", count: undefinedOnes })] : []),
    ...noteLeftOut(context, {
      lines: [lines.length, listed.length],
      panels: [panels, table.columns],
    }),
  ];
  return { figure: { kind: "lines", input }, note: note.join(" ") };
}

const noteIntervals = ({ t }: Context, drawn: readonly (PanelCell | null)[]): string[] =>
  drawn.some((cell) => cell !== null && cell.low === null) ? [t("drawn.noInterval")] : [];

type LeftOut = {
  rows?: readonly [number, number];
  lines?: readonly [number, number];
  panels: readonly [readonly unknown[], readonly unknown[]];
};

function noteLeftOut({ t }: Context, { rows, lines, panels: [kept, all] }: LeftOut): string[] {
  const counted = { rows, lines, panels: [kept.length, all.length] as const };
  return (["rows", "lines", "panels"] as const).flatMap((of) => {
    const [shown = 0, count = 0] = counted[of] ?? [];
    return shown < count ? [t("drawn.leftOut", { of, shown, count })] : [];
  });
}

/** The figure of the table that the address names, or of the first one. */
export const makeAutomatic: FigureMaker = async (rows, view, asked, locale) => {
  const found = await getStudyTables(rows, view, asked.getAll("by"));
  const drawn = drawAutomatic(found, { of: "study", who: view.who, locale });
  const name = asked.get("table");
  return (name === null ? drawn[0] : drawn.find((one) => one.name === name)) ?? null;
};
