import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { db } from "#lib/db.ts";
import { getImportStamp } from "#lib/model-runs/queries.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { computeAutomatic, type AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { makerOf } from "#lib/studies/schema.ts";
import { kindsWithSeries } from "#lib/study-results/kinds/registry.ts";
import type { MeasuredCase, MeasuredRows, MeasuringRun } from "#lib/study-results/kinds/series.ts";
import { readPredictions } from "#lib/study-results/rows/runs-queries.ts";
import { judgedPath, lengthOfJudged, notedKeys } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;
export type BySelection = string | readonly string[] | null | undefined;

type Memoized = { stamp: string; tables: Promise<AutomaticTables> };

// Tables alone: what they are made of is read again.
const memoized = processSingleton(
  "automatic_tables",
  () => new BoundedMap<string, Memoized>(40, "automatic_tables"),
);

const runFields = {
  id: true,
  model: true,
  method: true,
  version: true,
  isFilter: true,
  isFake: true,
  isPeople: true,
} as const;

/** Every automatic figure over all current cases of a benchmark, made once between two imports. */
export async function getAutomaticTables(
  viewer: Admin,
  benchmarkId: number,
  by?: BySelection,
): Promise<AutomaticTables> {
  const stored = await db.modelRun.findMany({
    where: { benchmarkId },
    select: runFields,
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }, { id: "asc" }],
  });
  const runs = stored.map(({ isFilter, isFake, isPeople, ...run }) => ({
    ...run,
    apart: makerOf({ isFake, isPeople }) ?? (isFilter ? ("filter" as const) : null),
  }));
  const named = await db.benchmark.findUnique({
    where: { id: benchmarkId },
    select: { clusterUnit: true },
  });
  const unit = named?.clusterUnit ?? null;
  const stamp = `${await getImportStamp(viewer, benchmarkId)} ${unit} ${JSON.stringify(runs)}`;
  const keyOf = (names: BySelection) => JSON.stringify([benchmarkId, [names ?? []].flat()]);
  const key = keyOf(by);
  const known = memoized.get(key);
  if (known?.stamp === stamp) return known.tables;
  const tables = readRows(viewer, benchmarkId, runs).then((rows) =>
    computeAutomatic({ rows, places: [...rows.cases.keys()], unit, by }),
  );
  memoized.set(key, { stamp, tables });
  tables.then(
    // Links to a table's files name what the page was told apart by.
    (found) => memoized.set(keyOf(found.by.join(",")), { stamp, tables }),
    // What failed is asked again.
    () => memoized.delete(key),
  );
  return tables;
}

type Run = Omit<MeasuringRun, "predictions">;

async function readRows(viewer: Admin, benchmarkId: number, runs: readonly Run[]): Promise<MeasuredRows> {
  const tracks = await db.track.findMany({
    where: { benchmarkId },
    select: { id: true, name: true },
    orderBy: { position: "asc" },
  });
  const cases = await readCases(tracks.map(({ id }) => id));
  const versions = cases.map(({ versionId }) => versionId);
  const predictions =
    cases.length === 0
      ? new Map<number, never>()
      : await readPredictions(
          viewer,
          runs.map(({ id }) => id),
          versions,
          ["choice", "failed", "given"],
        );
  return {
    tracks,
    cases,
    runs: runs.flatMap((run) => {
      const own = predictions.get(run.id);
      return own ? [{ ...run, predictions: own }] : [];
    }),
  };
}

const casesAtOnce = 5000;

type ReadCase = MeasuredCase & { versionId: number };

/** In the order of the benchmark. In SQL: Prisma would read the content of every case whole. */
async function readCases(trackIds: readonly number[]): Promise<ReadCase[]> {
  const listed = await db.$queryRaw<{ id: number }[]>`
    SELECT v.id FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
    WHERE c.track_id = ANY (${[...trackIds]}::int[]) AND c.kind::text = ANY (${[...kindsWithSeries]}::text[])
    ORDER BY array_position(${[...trackIds]}::int[], c.track_id), c.position, c.key`;
  const known = new Map<string, unknown>();
  // Cases of a track have the same scale, labels and attributes: one of each is kept.
  const keepOnce = <Of>(value: Of): Of => {
    if (typeof value !== "object" || value === null) return value;
    const key = JSON.stringify(value);
    if (!known.has(key)) known.set(key, value);
    return known.get(key) as Of;
  };
  const cases: ReadCase[] = [];
  for (let from = 0; from < listed.length; from += casesAtOnce) {
    const ids = listed.slice(from, from + casesAtOnce).map(({ id }) => id);
    const rows = await db.$queryRaw<(ReadCase & { judged: readonly string[] | null })[]>`
      SELECT v.id AS "versionId", c.kind::text, array_position(${[...trackIds]}::int[], c.track_id) - 1 AS track,
        v.group_name AS "group", v.attributes, v.overlap, v.option_names AS "optionNames", g.choice::int AS gold,
        v.content -> (${notedKeys}::jsonb ->> c.kind::text) AS noted,
        jsonb_path_query_array(v.content, ${judgedPath}::jsonpath) AS judged
      FROM unnest(${ids}::int[]) WITH ORDINALITY AS w (id, place) JOIN case_versions v ON v.id = w.id
        JOIN cases c ON c.id = v.case_id LEFT JOIN case_golds g ON g.case_version_id = v.id
      ORDER BY w.place`;
    for (const { judged, ...row } of rows) {
      const { attributes, optionNames, noted } = row;
      const shared = {
        attributes: keepOnce(attributes),
        optionNames: keepOnce(optionNames),
        noted: keepOnce(noted),
      };
      cases.push({ ...row, ...shared, judgedLength: lengthOfJudged(judged) });
    }
  }
  return cases;
}
