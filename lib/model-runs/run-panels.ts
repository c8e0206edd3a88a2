import { type Range, rangeAround } from "#lib/figures/axis.ts";
import type { PanelCell, PanelsInput } from "#lib/figures/drawn/panels.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Figure } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { type RunPair, sortRuns } from "#lib/model-runs/comparison.ts";
import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";
import { makerOf } from "#lib/studies/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "runs.figure");
type Words = ReturnType<typeof wordsOf>;

/** The figure with its numbers, unrounded. */
type RunPanels = {
  title: string;
  figure: Extract<Figure, { kind: "panels" }>;
  csv: readonly (readonly CsvCell[])[];
};

type RunIdentity = RunRow["run"];

/** The model's name alone, where that tells it from the others. */
export function distinguishRun(
  { id, model, method, version, isFilter, ...makers }: RunIdentity,
  rows: readonly RunRow[],
  locale: Locale,
): string {
  const isAlone = rows.every(({ run }) => run.id === id || run.model !== model);
  const name = isAlone ? model : [model, method, version].filter(Boolean).join(" · ");
  const made = makerOf(makers);
  if (made) return wordsOf(locale)("made", { model: name, made });
  return isFilter ? wordsOf(locale)("filter", { model: name }) : name;
}

type Panel = PanelsInput["panels"][number];

/** All cases together come first, where there are several tracks. */
function listPanels(t: Words, tracks: readonly string[]): readonly Panel[] {
  const ofTracks = tracks.map((track) => ({ id: track, label: track }));
  return tracks.length === 1 ? ofTracks : [{ id: "", label: t("all") }, ...ofTracks];
}

const cellOf = (metrics: RunMetrics | undefined): PanelCell | null =>
  metrics?.top1 == null
    ? null
    : { value: metrics.top1, low: metrics.top1Low, high: metrics.top1High, n: metrics.n };

/** Tracks where something is right or wrong, and runs that answered there; all of them where there is no such track. */
export function listScored(runs: readonly RunRow[], tracks: readonly string[]) {
  const isJudged = (name: string) => {
    const own = runs.flatMap((run) => run.tracks.filter(({ track }) => track === name));
    return own.some(({ judged }) => judged > 0) && own.every(({ n }) => n === 0);
  };
  const scored = tracks.filter((name) => !isJudged(name));
  if (scored.length === 0) return { tracks, runs };
  const answeredThere = ({ tracks: own }: RunRow) =>
    own.length === 0 || own.some(({ track }) => track !== null && scored.includes(track));
  return { tracks: scored, runs: runs.filter(answeredThere) };
}

const metricsOn = ({ pooled, tracks }: RunRow, track: string): RunMetrics | undefined =>
  track === "" ? pooled : tracks.find((one) => one.track === track);

type RunsDrawing = {
  locale: Locale;
  toRun?: (runId: number) => string;
  /** How often guessing is right, by track: a line through its panel. */
  guessing?: ReadonlyMap<string, number>;
};

/**
 * How often each run was right, on each track by itself: the best first. The run that people made which has the most answers is
 * a band through each panel, since it answered the same cases.
 */
export function drawRuns(
  all: readonly RunRow[],
  named: readonly string[],
  { locale, toRun, guessing = new Map() }: RunsDrawing,
): RunPanels {
  const t = wordsOf(locale);
  const { tracks, runs } = listScored(all, named);
  const [people] = runs.filter(({ run }) => run.isPeople).toSorted((a, b) => b.pooled.n - a.pooled.n);
  const panels = listPanels(t, tracks).map((panel): Panel => {
    // Of all tracks together there is one line only where it is that of each.
    const chances = new Set(
      panel.id === "" ? tracks.map((track) => guessing.get(track)) : [guessing.get(panel.id)],
    );
    const [at, ...others] = chances;
    const band = cellOf(people && metricsOn(people, panel.id));
    return { ...panel, ...(at !== undefined && others.length === 0 && { at }), ...(band && { band }) };
  });
  const rows = sortRuns(runs).map((row) => ({
    id: String(row.run.id),
    label: distinguishRun(row.run, all, locale),
    kind: row.run.isPeople ? ("people" as const) : ("model" as const),
    cells: panels.map(({ id }) => cellOf(metricsOn(row, id))),
    ...(toRun && { href: toRun(row.run.id) }),
  }));
  const drawn = rows.flatMap((row) => row.cells.filter((cell) => cell !== null));
  const words = { axis: t("axis"), n: t("n"), value: t("value"), none: t("none") };
  return {
    title: t("title"),
    figure: {
      kind: "panels",
      input: { panels, rows, range: rangeAround(drawn.flatMap(listEnds), 0.3), words },
    },
    csv: [
      ["model", "method", "version", "track", "n", "right", "share_right", "wilson_low", "wilson_high"],
      ...sortRuns(all).flatMap(({ run, pooled, tracks: own }) =>
        [pooled, ...own].map(({ track, n, correct, top1, top1Low, top1High }) => [
          run.model,
          run.method,
          run.version,
          track,
          n,
          correct,
          top1,
          top1Low,
          top1High,
        ]),
      ),
    ],
  };
}

const listEnds = ({ value, low, high }: PanelCell): number[] => [value, low ?? value, high ?? value];

/** What every two of these runs differ by, on the cases that both answered. */
export function drawDifferences(
  pairs: readonly RunPair[],
  all: readonly RunRow[],
  tracks: readonly string[],
  locale: Locale,
): RunPanels {
  const t = wordsOf(locale);
  const panels = listPanels(t, tracks);
  const nameOf = ({ run }: RunRow) => distinguishRun(run, all, locale);
  const rows = pairs.map((pair) => ({
    id: `${pair.first.run.id} ${pair.second.run.id}`,
    label: t("pair", { first: nameOf(pair.first), second: nameOf(pair.second) }),
    kind: "model" as const,
    cells: panels.map(({ id }) => (id === "" ? pair.pooled : (pair.tracks[tracks.indexOf(id)] ?? null))),
  }));
  const drawn = rows.flatMap((row) => row.cells.filter((cell) => cell !== null));
  const words = { axis: t("differenceAxis"), n: t("n"), value: t("differenceValue"), none: t("noShared") };
  return {
    title: t("differenceTitle"),
    figure: {
      kind: "panels",
      input: { panels, rows, range: rangeOf(drawn), at: 0, isSigned: true, words },
    },
    csv: [
      ["first", "first_method", "first_version", "second", "second_method", "second_version"].concat([
        "track",
        "n",
        "difference",
        "low",
        "high",
        "mcnemar_p",
        "holm_p",
      ]),
      ...pairs.flatMap(({ first: { run: a }, second: { run: b }, pooled, tracks: own, holm }) =>
        [pooled, ...own].map((one, i) => [
          a.model,
          a.method,
          a.version,
          b.model,
          b.method,
          b.version,
          i === 0 ? null : tracks[i - 1],
          one?.n ?? 0,
          one?.value ?? null,
          one?.low ?? null,
          one?.high ?? null,
          one?.p ?? null,
          i === 0 ? holm : null,
        ]),
      ),
    ],
  };
}

/** Round ends that hold every interval, and nothing. */
function rangeOf(cells: readonly PanelCell[]): Range {
  const ends = cells.flatMap(listEnds);
  const round = (value: number, to: (tenths: number) => number) => to(value * 10) / 10;
  const low = ends.reduce((least, one) => Math.min(least, one), -0.05);
  const high = ends.reduce((most, one) => Math.max(most, one), 0.05);
  return [Math.max(-1, round(low, Math.floor)), Math.min(1, round(high, Math.ceil))];
}
