import { isNarrow, type Look } from "#lib/figures/look.ts";
import { widthOf } from "#lib/figures/text.ts";

/** A part of a track on one line of the drawing. */
type PlacedTrack = {
  readonly label: string;
  readonly x: number;
  /** Its columns, by their places among all. */
  readonly from: number;
  readonly to: number;
};
/** One line of tracks: where its cells begin. */
export type Panel = { readonly top: number; readonly tracks: readonly PlacedTrack[] };

export type MapPlaces = {
  readonly cell: number;
  /** From one line with a name to the next. */
  readonly pitch: number;
  readonly labels: number;
  /** Where the bars of the lines begin and end, and where their values end. */
  readonly bars: { readonly from: number; readonly to: number; readonly end: number };
  readonly columns: readonly { readonly x: number; readonly panel: number }[];
  readonly panels: readonly Panel[];
  /** Below the top of a panel. */
  readonly headings: readonly number[];
  readonly lines: readonly number[];
  /** How high each line is: one without a name needs room for its cells alone. */
  readonly heights: readonly number[];
  readonly bottom: number;
};

/** The least and the most that a cell measures across. */
function sizesOf(look: Look): { least: number; most: number } {
  if (look.medium === "paper") return { least: look.text * 0.3, most: look.text * 1.1 };
  return isNarrow(look) ? { least: 9.5, most: 15 } : { least: 14, most: 16 };
}

export const headRoom = ({ small, text }: Look): number => small * 1.5 + text * 3;

/** Tracks beside each other; on as many lines as it takes for cells that can be told apart. */
export function placeMap({ tracks, groups, words }: AnswerMapInput, look: Look): MapPlaces {
  const { width, small, text } = look;
  const lines = groups.flatMap((group) => group.lines);
  const labels =
    Math.min(
      Math.max(widthOf("100", small) * 2, ...lines.map(({ label }) => widthOf(label, small))),
      width * (isNarrow(look) ? 0.27 : 0.2),
    ) +
    text * 0.6;
  const values = Math.max(
    widthOf(words.accuracy, small) * 0.5,
    ...lines.map(({ value }) => widthOf(value, small)),
  );
  const bar = isNarrow(look) ? 0 : text * 3.6;
  const end = width;
  const room = width - labels - values - bar - text * 1.2;
  const { least, most } = sizesOf(look);
  const gap = (cell: number) => cell * 0.8;
  const count = tracks.reduce((sum, { columns }) => sum + columns.length, 0);
  const nameOf = (label: string) => Math.min(widthOf(label, small, "semibold") + small * 0.6, room * 0.3);
  // Few columns under a long name take as much room as the name does.
  const spare = (cell: number) =>
    tracks.reduce(
      (sum, { label, columns: own }) => sum + Math.max(0, nameOf(label) - own.length * cell - gap(cell)),
      0,
    );
  const inOne = (room - spare(least)) / Math.max(1, count + 0.8 * Math.max(0, tracks.length - 1));
  const cell = inOne >= least ? Math.min(most, inOne) : least;
  const pitch = Math.max(cell, small * (look.medium === "paper" ? 0.85 : 1));
  const rows = packTracks(tracks, labels, labels + room, { cell, gap: gap(cell), nameOf });
  const { headings, places, heights, height } = placeLines(
    groups,
    { pitch, least: lowest(cell, lines.length, look) },
    look,
  );
  let top = 0;
  const panels = rows.map((packed): Panel => {
    top += headRoom(look);
    const panel = { top, tracks: packed };
    top += height + text * 0.8;
    return panel;
  });
  const columns = panels.flatMap((panel, at) =>
    panel.tracks.flatMap(({ x, from, to }) =>
      Array.from({ length: to - from }, (_, i) => ({ x: x + i * cell, panel: at })),
    ),
  );
  return {
    cell,
    pitch,
    labels,
    columns,
    panels,
    headings,
    heights,
    lines: places,
    bars: { from: end - values - bar - text * 0.5, to: end - values - text * 0.5, end },
    bottom: top,
  };
}

/** A track that doesn't fit on what is left of a line begins the next; one longer than a line goes on there. */
function packTracks(
  tracks: AnswerMapInput["tracks"],
  left: number,
  right: number,
  { cell, gap, nameOf }: { cell: number; gap: number; nameOf: (label: string) => number },
): PlacedTrack[][] {
  const most = Math.max(1, Math.floor((right - left + 1e-6) / cell));
  const packed: PlacedTrack[][] = [];
  let [at, x] = [0, Infinity];
  for (const { label, columns } of tracks) {
    const parts = Math.max(1, Math.ceil(columns.length / most));
    for (let part = 0; part < parts; part++) {
      const from = at + Math.round((part * columns.length) / parts);
      const to = at + Math.round(((part + 1) * columns.length) / parts);
      const width = (to - from) * cell;
      if (x + width > right + 1e-6) {
        packed.push([]);
        x = left;
      }
      packed.at(-1)?.push({ label, x, from, to });
      x += Math.max(width + gap, nameOf(label));
    }
    at += columns.length;
  }
  return packed;
}

/** A line without a name is as high as its cells are wide; on paper lower where a page could not hold so many. */
const lowest = (cell: number, lines: number, { medium, text }: Look): number =>
  Math.max(text * 0.38, medium === "paper" ? Math.min(cell, (text * 45) / lines) : cell);

type Heights = { pitch: number; least: number };

function placeLines(groups: AnswerMapInput["groups"], { pitch, least }: Heights, { small }: Look) {
  let y = 0;
  const headings: number[] = [];
  const places: number[] = [];
  const heights: number[] = [];
  for (const { heading, lines } of groups) {
    y += heading ? small * 0.5 : 0;
    headings.push(y);
    y += heading ? small * 1.3 : 0;
    for (const { label } of lines) {
      const height = label ? pitch : least;
      places.push(y);
      heights.push(height);
      y += height;
    }
  }
  return { headings, places, heights, height: y };
}

/** What became of a case: right, partly right, wrong, not answered, answered without a known right answer, not given. */
export type MapMark = "+" | "/" | "-" | "." | "o" | " ";

type MapColumn = { readonly id: string; readonly share: number | null };

export type MapLine = {
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "model" | "selecting";
  /** Of all that were answered; null where there is none, and `value` says why. */
  readonly share: number | null;
  readonly value: string;
  /** A mark a column, in their order. */
  readonly marks: string;
  readonly href?: string;
};

export type AnswerMapInput = {
  readonly tracks: readonly { readonly label: string; readonly columns: readonly MapColumn[] }[];
  readonly groups: readonly { readonly heading: string; readonly lines: readonly MapLine[] }[];
  readonly words: {
    /** Beside the bars above the cells, and over those behind them. */
    readonly cases: string;
    readonly accuracy: string;
    /** What the marks that occur mean, in this order. */
    readonly legend: readonly { readonly mark: MapMark; readonly label: string }[];
  };
};
