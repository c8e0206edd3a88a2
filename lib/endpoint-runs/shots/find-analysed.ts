import "server-only";
import { ask } from "#lib/db.ts";
import type { Scope } from "#lib/endpoint-runs/asked-versions.ts";
import {
  readAnalyses,
  refuseAnalysis,
  type Analysis,
  type AnalysisRefusal,
} from "#lib/endpoint-runs/shots/read-analyses.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

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
