import "server-only";
import { ask } from "#lib/db.ts";
import {
  askedVersions,
  isAskable,
  isInNoStudy,
  scopeValues,
  type Scope,
} from "#lib/endpoint-runs/asked-versions.ts";
import { prepareShots, type Shot } from "#lib/endpoint-runs/shots/draw-shots.ts";
import type { AnalysisByVersion } from "#lib/endpoint-runs/shots/find-analysed.ts";
import type { RunPlan, RunSettings } from "#lib/endpoint-runs/schema.ts";

export type ShotSettings = Pick<
  RunSettings,
  "shots" | "shotsSeed" | "areShotsPerCase" | "shotsFrom" | "shotsRunId"
>;

/** The cases of a run, each with what is shown before it. */
export type ShotsOfCase = { versionId: number; shots: readonly number[] };

/** In SQL: what a run asks about, for drawing. */
const readAskedAbout = (scope: Scope, without: readonly number[]) =>
  ask<{ versionId: number; key: string; track: string; promptHash: string }>(
    "read_asked_about",
    `SELECT a.id AS "versionId", c.key, t.name AS track, encode(v.prompt_hash, 'hex') AS "promptHash"
     FROM (${askedVersions}) a JOIN case_versions v ON v.id = a.id JOIN cases c ON c.id = v.case_id
       JOIN tracks t ON t.id = c.track_id
     WHERE is_asked AND NOT a.id = ANY ($6::int[]) ORDER BY a.position`,
    [...scopeValues(scope), without],
  );

/**
 * In SQL: what may be shown. No case of any study is: whoever was shown one with its answer would know it. Where answers are a run's own, only what it got right.
 */
const readPools = ({ benchmarkId, isByTemplate }: Scope, { shotsFrom, shotsRunId }: ShotSettings) =>
  ask<Shot & { track: string }>(
    "read_shot_pools",
    `SELECT v.id AS "versionId", c.key, t.name AS track, encode(v.prompt_hash, 'hex') AS "promptHash"
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
       JOIN benchmarks b ON b.id = t.benchmark_id JOIN case_golds g ON g.case_version_id = v.id
     WHERE v.retired_at IS NULL AND ${isAskable("$4::boolean")}
       AND CASE WHEN $2::text IS NULL THEN b.id = $1 ELSE b.slug = $2 END
       AND ${isInNoStudy}
       AND ($3::int IS NULL OR EXISTS (
         SELECT FROM predictions p JOIN model_responses r ON r.run_id = p.run_id AND r.case_version_id = p.case_version_id
         WHERE p.run_id = $3 AND p.case_version_id = v.id AND p.correct AND r.text <> ''))`,
    [benchmarkId, shotsFrom, shotsRunId, isByTemplate],
  );

export type DrawnShots = {
  /** Null where a track has too few cases that may be shown. */
  shown: readonly ShotsOfCase[] | null;
  analyses: RunPlan["analyses"];
};

/** What is shown before each case of a run: where there are analyses, cases that have one. */
export async function drawShots(
  scope: Scope,
  settings: ShotSettings,
  { without, analysed }: { without: readonly number[]; analysed: AnalysisByVersion | null },
): Promise<DrawnShots> {
  const { shots: count, shotsSeed: seed, areShotsPerCase: isPerCase } = settings;
  const [asked, found] = await Promise.all([readAskedAbout(scope, without), readPools(scope, settings)]);
  const tracks = new Set(asked.map(({ track }) => track));
  const usable = found.filter(({ versionId }) => analysed?.has(versionId) ?? true);
  const pools = Map.groupBy(usable, ({ track }) => track);
  const draws = new Map(
    [...tracks].map((track) => {
      const pool = pools.get(track) ?? [];
      return [track, prepareShots(pool, { count, seed, isPerCase })] as const;
    }),
  );
  const analyses = analysed && countAnalyses(found, tracks, analysed);
  const shown: ShotsOfCase[] = [];
  for (const { versionId, track, ...about } of asked) {
    const shots = draws.get(track)?.(about) ?? null;
    if (!shots) return { shown: null, analyses };
    shown.push({ versionId, shots });
  }
  return { shown, analyses };
}

/** Of the tracks that are asked about: others show nothing. */
function countAnalyses(
  found: readonly (Shot & { track: string })[],
  tracks: ReadonlySet<string>,
  analysed: AnalysisByVersion,
): NonNullable<RunPlan["analyses"]> {
  const pool = found.filter(({ track }) => tracks.has(track));
  const usable = pool.filter(({ versionId }) => analysed.has(versionId)).length;
  return { usable, without: pool.length - usable, unused: analysed.size - usable };
}
