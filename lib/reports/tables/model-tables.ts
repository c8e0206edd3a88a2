import { defaultLocale } from "#lib/i18n/locale.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption, listLooks } from "#lib/reports/head.ts";
import { headColumns, printCells, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import {
  byGroup,
  labelOf,
  makeResultsTable,
  nameCells,
  runColumns,
} from "#lib/reports/tables/results-tables.ts";
import { formatShare, namePeople, t } from "#lib/reports/words.ts";
import { getStandings } from "#lib/results/measures.ts";
import { drawMethods } from "#lib/results/render/forest.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import { getTracks } from "#lib/results/render/tracks.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";

/** The table of results for each track alone, which no plan names; none where there is one track, or none of its cases. */
export function makeTrackTables(facts: Facts): PrintedTable[] {
  const { rows, view } = facts;
  if (rows.tracks.length < 2) return [];
  const tables: PrintedTable[] = [];
  for (const [at, { name }] of rows.tracks.entries()) {
    const own = { ...view, track: name };
    const { cases } = getPoints(rows, own).people.n;
    if (cases === 0) continue;
    const table = makeResultsTable({ ...facts, plan: null, view: own });
    tables.push({
      ...table,
      name: `results-track-${at + 1}`,
      caption: formatCaption(
        facts,
        t("tables.results.ofTrack", { cases, who: namePeople(view.who), track: name }),
        "rest",
      ),
      isDetail: true,
    });
  }
  return tables;
}

/** People and every model on each track, in one table; none where there is one track. */
export function makeTracksTable(facts: Facts): PrintedTable | null {
  const { rows, view } = facts;
  const found = getTracks(rows, view);
  if (!found) return null;
  const { columns, tracks, rows: told } = found;
  const csv = renderCsv({ columns }, [...trackColumns]);
  const keys = ["n", "top1"] as const;
  return {
    name: "tracks",
    caption: formatCaption(facts, t("tables.tracks.caption", { who: namePeople(view.who) }), "rest"),
    notes: [t("tables.tracks.made"), ...listLooks(facts)],
    columns: headColumns(
      t("tables.results.name"),
      tracks.flatMap(({ name }) => keys.map((key) => t(`tables.tracks.${key}`, { track: name }))),
    ),
    groups: byGroup(told.map((one) => ({ ...one, group: one.row.group }))).map((group) =>
      group.map(({ id, row, ofTracks }) => ({
        id,
        cells: [
          labelOf(row, view.who),
          ...ofTracks.flatMap((one) => (one ? printCells({ columns }, one, keys) : ["", ""])),
        ],
      })),
    ),
    csv: [
      ["answers_of", "track", "kind", ...runColumns, ...csv.names, "reason"],
      ...told.flatMap(({ ofTracks }) =>
        ofTracks.flatMap((one, at) =>
          one
            ? [[view.who, tracks[at]?.name, ...nameCells(one), ...csv.cells(one), one.cells.top1?.reason]]
            : [],
        ),
      ),
    ],
  };
}

const trackColumns = ["n", "cases", "failed", "missing", "right", "top1"] as const;

/** Models by shots, samples and training, each family by itself; none where no model was asked so. */
export function makeMethodsTable(facts: Facts): PrintedTable | null {
  const { rows, view } = facts;
  const made = drawMethods(rows, view, defaultLocale);
  if (!made) return null;
  const table = getStandings(rows, view);
  const rowOf = (run: ModelPoints | null) =>
    table.rows.find(({ subject }) => subject.kind === "run" && subject.run.runId === run?.runId);
  return {
    name: "methods",
    caption: formatCaption(facts, t("tables.methods.caption"), "rest"),
    notes: [t("tables.methods.made")],
    columns: headColumns(
      t("tables.results.name"),
      (["n", "right", "zeroShot"] as const).map((key) => t(`tables.methods.${key}`)),
    ),
    groups: made.families.map(({ zeroShot, runs }) => {
      const without = formatShare(rowOf(zeroShot)?.cells.top1?.value ?? null);
      return runs.flatMap(({ run }) => {
        const row = rowOf(run);
        if (!row) return [];
        const cells = [labelOf(row, view.who), ...printCells(table, row, ["n", "top1"]), without];
        return [{ id: `run-${run.runId}`, about: { run: run.runId }, cells }];
      });
    }),
    csv: made.csv,
  };
}
