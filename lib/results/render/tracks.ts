import type { PanelCell, PanelsInput } from "#lib/figures/drawn/panels.ts";
import type { FigureOf } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { getStandings, type StandingRow } from "#lib/results/measures.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import type { ResultTable } from "#lib/results/table.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Population, View } from "#lib/study-results/schema.ts";

const idOf = ({ subject }: StandingRow): string =>
  subject.kind === "run" ? `run-${subject.run.runId}` : subject.kind;

type TrackStandings = { name: string; view: View; rows: ReadonlyMap<string, StandingRow> };
export type TracksTable = Pick<ResultTable<keyof StandingRow["cells"]>, "columns"> & {
  tracks: readonly TrackStandings[];
  /** People, then every model in its order over all tracks. */
  rows: readonly { id: string; row: StandingRow; ofTracks: readonly (StandingRow | undefined)[] }[];
};

/** People and every model on each track; null where there is one track alone, or people answered nothing of any. */
export function getTracks(rows: StudyRows, view: View): TracksTable | null {
  if (view.track !== null || rows.tracks.length < 2) return null;
  const tracks = rows.tracks.flatMap(({ name }): TrackStandings[] => {
    const own = { ...view, track: name };
    const listed = getStandings(rows, own).rows.map((row) => [idOf(row), row] as const);
    const standings = new Map(listed);
    return standings.get("people")?.cells.n?.value ? [{ name, view: own, rows: standings }] : [];
  });
  if (tracks.length < 2) return null;
  const { columns, rows: standings } = getStandings(rows, view);
  const told = standings.filter(({ subject: { kind } }) => kind === "people" || kind === "run");
  return {
    columns,
    tracks,
    rows: told.map((row) => ({
      id: idOf(row),
      row,
      ofTracks: tracks.map((track) => track.rows.get(idOf(row))),
    })),
  };
}

const forestWords = (locale: Locale) => wordsIn(locale, "resultsOverview.forest");

export function nameTracksRow(
  { subject }: StandingRow,
  rows: StudyRows,
  who: Population,
  locale: Locale,
): string {
  const run = subject.kind === "run" ? rows.runs.find(({ id }) => id === subject.run.runId) : undefined;
  return run ? formatMarkedRunName(run, rows.runs, locale) : forestWords(locale)(who);
}

function cellOf(row: StandingRow | undefined, locale: Locale): PanelsInput["rows"][number]["cells"][number] {
  const { top1, n } = row?.cells ?? {};
  const words = forestWords(locale);
  if (row?.foreseen) return { instead: words(`selecting.${row.foreseen}`) };
  if (top1?.reason === "too_few") return { instead: words("tooFew", { n: n?.value ?? 0 }) };
  if (top1?.value == null) return null;
  return { value: top1.value, low: top1.low, high: top1.high, n: n?.value ?? 0 } satisfies PanelCell;
}

type TracksFigure = FigureOf<"panels"> & { table: TracksTable };

/** Accuracy on each track, a panel each: people with their interval as a band, every model on the same cases, and guessing. */
export function drawTracks(rows: StudyRows, view: View, locale: Locale): TracksFigure | null {
  const table = getTracks(rows, view);
  if (!table) return null;
  const t = wordsIn(locale, "resultsOverview.tracksFigure");
  const { tracks, rows: told, columns } = table;
  const csv = renderCsv({ columns }, ["n", "cases", "right", "top1"]);
  const ofTrack = (track: TrackStandings) => {
    const people = track.rows.get("people")?.cells.top1;
    const chance = track.rows.get("chance")?.cells.top1?.value ?? null;
    return {
      id: track.name,
      label: track.name,
      ...(people?.value != null && { band: { value: people.value, low: people.low, high: people.high } }),
      ...(chance !== null && { at: chance }),
    };
  };
  return {
    table,
    title: t("title", { who: view.who }),
    figure: {
      kind: "panels",
      input: {
        panels: tracks.map(ofTrack),
        rows: told.map(({ id, row, ofTracks }) => ({
          id,
          label: nameTracksRow(row, rows, view.who, locale),
          kind: row.subject.kind === "run" ? (row.foreseen ? "selecting" : "model") : "people",
          cells: ofTracks.map((one) => cellOf(one, locale)),
        })),
        range: [0, 1],
        words: { axis: t("axis"), n: "n", value: "%", none: t("none") },
      },
    },
    csv: [
      ["track", "kind", "name", "method", "version", ...csv.names, "reason"],
      ...told.flatMap(({ row: { subject }, ofTracks }) =>
        ofTracks.flatMap((one, at) => {
          if (!one) return [];
          const {
            model = view.who,
            method = null,
            version = null,
          } = subject.kind === "run" ? subject.run : {};
          const kind = subject.kind === "run" ? "model" : subject.kind;
          return [
            [tracks[at]?.name, kind, model, method, version, ...csv.cells(one), one.cells.top1?.reason],
          ];
        }),
      ),
    ],
  };
}

export const makeTracks: FigureMaker = (rows, view, _asked, locale) => drawTracks(rows, view, locale);
