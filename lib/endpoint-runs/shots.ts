import "server-only";
import { z } from "zod";
import { isStorable } from "#lib/auth/schema.ts";
import { ask } from "#lib/db.ts";
import {
  askedVersions,
  isAskable,
  isInNoStudy,
  type Scope,
  scopeValues,
} from "#lib/endpoint-runs/asked-versions.ts";
import type { RunPlan, RunSettings } from "#lib/endpoint-runs/schema.ts";
import { longestAnalysis } from "#lib/endpoint-runs/setting-limits.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";

type ShotSettings = Pick<RunSettings, "shots" | "shotsSeed" | "areShotsPerCase" | "shotsFrom" | "shotsRunId">;

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

type DrawnShots = {
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

/** A case that can be shown. Of two that say the same, only one is the other's shot. */
export type Shot = { versionId: number; key: string; promptHash: string };
type ShotSubject = { key: string; promptHash: string };
type Drawing = { count: number; seed: number; isPerCase: boolean };

/** Draws what is shown before a case: never itself. Null where the pool of its track has too few. */
type ShotDraw = (asked: ShotSubject) => number[] | null;

export function prepareShots(pool: readonly Shot[], { count, seed, isPerCase }: Drawing): ShotDraw {
  const ordered = orderBySeed(pool, seed, ({ key }) => key);
  return ({ key, promptHash }) => {
    const isOther = (shot: Shot) => shot.promptHash !== promptHash;
    if (!isPerCase) return whole(firstOthers(ordered, isOther, count), count);
    const drawn = new Map<number, Shot>();
    // More draws than there are cases: what is drawn twice is drawn again, and then the pool is too small.
    for (let draw = 0; drawn.size < count && draw < 20 * count + ordered.length; draw++) {
      const at = Number(deriveSeed(seed, key, draw) % BigInt(Math.max(ordered.length, 1)));
      const shot = ordered[at];
      if (shot && isOther(shot)) drawn.set(shot.versionId, shot);
    }
    return whole([...drawn.values()], count);
  };
}

function firstOthers(ordered: readonly Shot[], isOther: (shot: Shot) => boolean, count: number): Shot[] {
  const found: Shot[] = [];
  for (const shot of ordered) {
    if (found.length === count) break;
    if (isOther(shot)) found.push(shot);
  }
  return found;
}

const whole = (shots: readonly Shot[], count: number): number[] | null =>
  shots.length === count ? shots.map(({ versionId }) => versionId) : null;

/** By the version of the case that it is of. */
export type AnalysisByVersion = ReadonlyMap<number, string>;

type FoundCase = { versionId: number; key: string; track: string };

/** In SQL: the cases that somebody wrote of, in the benchmark that shown ones come from; or what is wrong with which line. */
export async function findAnalysed(
  { benchmarkId }: Pick<Scope, "benchmarkId">,
  shotsFrom: string | null,
  text: string,
): Promise<Result<AnalysisByVersion, "invalid">> {
  const read = readAnalyses(text);
  if ("line" in read) return fail("invalid", read);
  const found = await ask<FoundCase>(
    "find_analysed_cases",
    `SELECT v.id AS "versionId", c.key, t.name AS track
     FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
       JOIN tracks t ON t.id = c.track_id JOIN benchmarks b ON b.id = t.benchmark_id
     WHERE c.key = ANY ($3) AND CASE WHEN $2::text IS NULL THEN b.id = $1 ELSE b.slug = $2 END`,
    [benchmarkId, shotsFrom, read.analyses.map((one) => one.case)],
  );
  const byKey = Map.groupBy(found, ({ key }) => key);
  const analysed = new Map<number, string>();
  for (const analysis of read.analyses) {
    const versionId = placeOf(analysis, byKey.get(analysis.case) ?? []);
    if (typeof versionId !== "number") return fail("invalid", versionId);
    if (analysed.has(versionId))
      return fail("invalid", refuseAnalysis("case_twice", analysis.line, analysis.case));
    analysed.set(versionId, analysis.text);
  }
  return succeed(analysed);
}

function placeOf(
  { line, track, ...analysis }: Analysis,
  found: readonly FoundCase[],
): number | AnalysisRefusal {
  const [one, another] = found.filter((place) => track === null || place.track === track);
  if (!one) return refuseAnalysis("unknown_case", line, analysis.case);
  return another ? refuseAnalysis("case_in_tracks", line, analysis.case) : one.versionId;
}

/** What somebody wrote of a case, for being shown before its answer. The track is named where several have a case of this id. */
type Analysis = { line: number; case: string; track: string | null; text: string };
type AnalysisProblem =
  | "not_a_line"
  | "no_analysis"
  | "analysis_long"
  | "analysis_character"
  | "case_twice"
  | "unknown_case"
  | "case_in_tracks";
/** What is wrong, in which line, and of which case. */
type AnalysisRefusal = { analyses: AnalysisProblem; line: string; found: string };

const written = z.strictObject({
  case: z.string().min(1),
  analysis: z.string(),
  track: z.string().optional(),
});
const maxQuoted = 60;

const refuseAnalysis = (problem: AnalysisProblem, line: number, found = ""): AnalysisRefusal => ({
  analyses: problem,
  line: String(line),
  found: found.length > maxQuoted ? `${found.slice(0, maxQuoted)}…` : found,
});

/** Lines of JSON; empty ones count, so that a number is the editor's. */
export function readAnalyses(text: string): { analyses: Analysis[] } | AnalysisRefusal {
  const analyses: Analysis[] = [];
  const known = new Set<string>();
  for (const [at, content] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (content.trim() === "") continue;
    const line = at + 1;
    const read = written.safeParse(parse(content));
    if (!read.success) return refuseAnalysis("not_a_line", line);
    const { case: key, track = null, analysis } = read.data;
    const place = JSON.stringify([track, key]);
    if (known.has(place)) return refuseAnalysis("case_twice", line, key);
    if (analysis.trim() === "") return refuseAnalysis("no_analysis", line, key);
    if (analysis.length > longestAnalysis) return refuseAnalysis("analysis_long", line, key);
    if (!isStorable(read.data) || !analysis.isWellFormed())
      return refuseAnalysis("analysis_character", line, key.isWellFormed() && isStorable(key) ? key : "");
    known.add(place);
    analyses.push({ line, case: key, track, text: analysis });
  }
  return { analyses };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
