import type { useTranslations } from "next-intl";
import type { MapMark, MapPlaces } from "#lib/figures/drawn/answer-map-places.ts";

/** What the cells say: who stands in each line, which case in each column, and what was chosen. */
export type MapCells = {
  readonly lines: readonly {
    readonly label: string;
    readonly marks: string;
    /** By column, the place among the case's options; -1 where nothing was. */
    readonly chosen: readonly number[];
  }[];
  readonly columns: readonly {
    readonly track: string;
    readonly key: string;
    readonly href: string;
    readonly options: readonly string[];
    readonly gold: number | null;
  }[];
};

/** Where they lie: `panels` are the tops of the lines of tracks. */
export type CursorPlaces = Pick<MapPlaces, "cell" | "pitch" | "columns" | "lines"> & {
  readonly panels: readonly number[];
};

/** What a page has of a map for its cursor, with the places for each width it is drawn for. */
export type MapData = { readonly cells: MapCells; readonly places: readonly CursorPlaces[] };

export type Position = { readonly line: number; readonly column: number };

export const boxOf = ({ columns, panels, lines }: CursorPlaces, { line, column }: Position) => ({
  left: columns[column]?.x ?? 0,
  top: (panels[columns[column]?.panel ?? 0] ?? 0) + (lines[line] ?? 0),
});

export function findCell(
  { cell, pitch, columns, panels, lines }: CursorPlaces,
  x: number,
  y: number,
): Position | null {
  for (const [column, place] of columns.entries()) {
    const below = y - (panels[place.panel] ?? 0);
    if (x < place.x || x >= place.x + cell) continue;
    const line = lines.findIndex((top) => below >= top && below < top + pitch);
    if (line >= 0) return { line, column };
  }
  return null;
}

/** Where a key leads; null for one that leads nowhere. */
export function step(key: string, { line, column }: Position, { lines, columns }: MapCells): Position | null {
  const [low, right] = [lines.length - 1, columns.length - 1];
  switch (key) {
    case "ArrowRight":
      return { line, column: Math.min(right, column + 1) };
    case "ArrowLeft":
      return { line, column: Math.max(0, column - 1) };
    case "ArrowDown":
      return { line: Math.min(low, line + 1), column };
    case "ArrowUp":
      return { line: Math.max(0, line - 1), column };
    case "Home":
      return { line, column: 0 };
    case "End":
      return { line, column: right };
    default:
      return null;
  }
}

const outcomes: Readonly<Record<MapMark, "right" | "partly" | "wrong" | "unanswered" | "unscored" | "none">> =
  { "+": "right", "/": "partly", "-": "wrong", ".": "unanswered", o: "unscored", " ": "none" };

export type CellWords = ReturnType<typeof useTranslations<"resultsCases.map.cell">>;

export type CellDetails = ReturnType<typeof formatCell>;

/** What a cell says, where it leads, and where it lies in the drawing of a width. */
export function formatCell(
  t: CellWords,
  { cells, places }: MapData,
  { size, at }: { size: number; at: Position },
) {
  const [member, one] = [cells.lines[at.line], cells.columns[at.column]];
  const outcome = outcomes[(member?.marks[at.column] ?? " ") as MapMark];
  const chosen = one?.options[member?.chosen[at.column] ?? -1] ?? "";
  const gold = one?.gold == null ? "" : (one.options[one.gold] ?? "");
  const who = member?.label ?? "";
  const where = t("where", { track: one?.track ?? "", key: one?.key ?? "" });
  const what = t(outcome, { chosen, gold });
  const of = places[size];
  return {
    words: { who, where, what, label: t("label", { who, where, what }), href: one?.href },
    box: { ...(of ? boxOf(of, at) : { left: 0, top: 0 }), width: of?.cell ?? 0, height: of?.pitch ?? 0 },
  };
}
