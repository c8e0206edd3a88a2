import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { makeResultsTable } from "#lib/reports/tables/results-table.ts";
import { t } from "#lib/reports/words.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";

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
        t("tables.results.ofTrack", { cases, who: view.who, track: name }),
        "rest",
      ),
      isDetail: true,
    });
  }
  return tables;
}
