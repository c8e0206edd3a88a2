import { ClientWords } from "#components/shell/client-words.tsx";
import { Drawn } from "#components/charts/drawn.tsx";
import type { MapCells, MapData } from "#components/study-results/answer-map/map-cells.ts";
import { MapCursor } from "#components/study-results/answer-map/map-cursor.tsx";
import { cellsOf } from "#components/task-kinds/cells.ts";
import { placeMap } from "#lib/figures/drawn/answer-map-places.ts";
import { drawInPage } from "#lib/figures/svg.ts";
import { screenLook } from "#lib/figures/look.ts";
import { resultsCasePath } from "#lib/paths.ts";
import { readPerson, readRun, type AnswerMap } from "#lib/study-results/answer-map/answer-map.ts";
import type { DrawnMap } from "#lib/study-results/figures/answer-map.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

// For a phone, half a page and a page: the room it stands in shows one of them.
const sizes = [
  { width: 340, look: "max-w-110 @min-[38rem]:hidden" },
  { width: 720, look: "max-w-200 @max-[38rem]:hidden @min-[58rem]:hidden" },
  { width: 1000, look: "max-w-320 @max-[58rem]:hidden" },
];

type Props = {
  rows: StudyRows;
  view: View;
  map: AnswerMap;
  made: DrawnMap;
  /** Which map it is: of a language, a view and a part. */
  of: string;
};

/** The map with a cursor over it: each cell says what it is, and leads to its case. */
export function AnswerMapFigure({ rows, view, map, made, of }: Props) {
  const data = memoize(rows, `cells of ${of}`, () => makeMapData({ rows, view, map, made }));
  return (
    <ClientWords of={["resultsCases.map.cell"]}>
      <div className="@container min-w-0">
        {sizes.map(({ width, look }, size) => {
          const drawn = drawInPage(made.figure, width);
          return (
            <div key={width} className={look}>
              <MapCursor map={data} size={size} width={drawn.width} height={drawn.height}>
                <Drawn drawn={drawn} />
              </MapCursor>
            </div>
          );
        })}
      </div>
    </ClientWords>
  );
}

const makeMapData = (given: Omit<Props, "of">): MapData => ({
  cells: makeMapCells(given),
  places: sizes.map(({ width }) => {
    const { panels, cell, pitch, columns, lines } = placeMap(given.made.figure.input, screenLook(width));
    return { cell, pitch, columns, lines, panels: panels.map(({ top }) => top) };
  }),
});

function makeMapCells({ rows, view, map, made: { figure } }: Omit<Props, "of">): MapCells {
  const query = writeView(view);
  const answered = [
    ...map.people.map(({ index }) => readPerson(rows, view, index, map.cases)),
    ...map.runs.map(({ index }) => readRun(rows, index, map.cases)),
  ];
  const lines = figure.input.groups.flatMap((group) => group.lines);
  return {
    lines: lines.map(({ label, marks }, i) => ({
      label,
      marks,
      chosen: (answered[i] ?? []).map(({ choice }) => choice ?? -1),
    })),
    columns: map.cases.flatMap(({ index }) => {
      const row = rows.cases[index];
      if (!row) return [];
      const track = rows.tracks[row.track]?.name ?? "";
      const { formatCategory } = cellsOf(row.kind);
      return {
        track,
        key: row.key,
        gold: row.gold,
        href: resultsCasePath(rows.study.slug, { track, key: row.key }, query),
        options: row.optionNames.map((_, option) => formatCategory(row, option)),
      };
    }),
  };
}
