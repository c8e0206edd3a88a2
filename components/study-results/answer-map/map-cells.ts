import type { MapPlaces } from "#lib/figures/drawn/answer-map-places.ts";

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

export type At = { readonly line: number; readonly column: number };

export const boxOf = ({ columns, panels, lines }: CursorPlaces, { line, column }: At) => ({
  left: columns[column]?.x ?? 0,
  top: (panels[columns[column]?.panel ?? 0] ?? 0) + (lines[line] ?? 0),
});

export function findCell(
  { cell, pitch, columns, panels, lines }: CursorPlaces,
  x: number,
  y: number,
): At | null {
  for (const [column, place] of columns.entries()) {
    const below = y - (panels[place.panel] ?? 0);
    if (x < place.x || x >= place.x + cell) continue;
    const line = lines.findIndex((top) => below >= top && below < top + pitch);
    if (line >= 0) return { line, column };
  }
  return null;
}

/** Where a key leads; null for one that leads nowhere. */
export function step(key: string, { line, column }: At, { lines, columns }: MapCells): At | null {
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
