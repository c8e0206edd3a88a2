import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask, db } from "#lib/db.ts";
import { isAskable, wasJudged, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import {
  newestTries,
  type ListedRun,
  type LiveRun,
  type RunSums,
  type ExampleCase,
} from "#lib/endpoint-runs/live-run.ts";
import { callsPerCase, maxSpared } from "#lib/endpoint-runs/setting-limits.ts";
import {
  jobKeyOf,
  runSettings,
  type RunPlan,
  type RunPurpose,
  type RunRequest,
  type StopFault,
  type StopReason,
} from "#lib/endpoint-runs/schema.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { nameOf, versionName } from "#lib/prompt-templates/schema.ts";
import { listWordedArms, formatModel, type ArmInstructions } from "#lib/endpoint-runs/running/question.ts";

type Admin = Viewer<"admin">;

type ArmOfRun = NonNullable<RunPlan["arm"]> & { told: ArmInstructions };

/** As which arm a run asks; null as none, undefined where the study has none of that number that is told something else. */
export async function findArm(
  _admin: Admin,
  { study, arm }: Pick<RunRequest, "study" | "arm">,
): Promise<ArmOfRun | null | undefined> {
  if (arm === null) return null;
  const found =
    study === null ? null : await db.study.findUnique({ where: { slug: study }, select: { draft: true } });
  const named = found && listWordedArms(found.draft)[arm - 1];
  return found && named ? { number: arm, name: named.name, told: formatModel(found.draft, arm) } : undefined;
}

/** The benchmark, or the study of it whose served cases are asked about; null where there is none, or nothing was drawn yet. */
export async function findScope(
  _admin: Admin,
  {
    benchmark,
    study,
    tracks,
    templateVersionId,
  }: Pick<RunRequest, "benchmark" | "study" | "tracks" | "templateVersionId">,
): Promise<Scope | null> {
  const found = await db.benchmark.findUnique({ where: { slug: benchmark }, select: { id: true } });
  if (!found) return null;
  const of = { benchmarkId: found.id, tracks, isByTemplate: templateVersionId !== null, trial: null };
  if (study === null) return { ...of, studyId: null };
  const where = { slug: study, benchmarkId: found.id, state: { not: "draft" as const } };
  const sampled = await db.study.findFirst({ where, select: { id: true } });
  return sampled && { ...of, studyId: sampled.id };
}

const liveJobOf = (id: string) =>
  ({
    exclusiveKey: jobKeyOf(id),
    state: { in: ["queued", "running"] },
  }) satisfies Prisma.JobWhereInput;

export async function hasLiveJob(_admin: Admin, id: string): Promise<boolean> {
  return (await db.job.count({ where: liveJobOf(id) })) > 0;
}

const viewOf = {
  id: true,
  purpose: true,
  model: true,
  method: true,
  version: true,
  settings: true,
  plan: true,
  state: true,
  stopReason: true,
  stopCause: true,
  stopStatus: true,
  stopDetail: true,
  unheeded: true,
  createdAt: true,
  endedAt: true,
  runId: true,
  benchmark: { select: { slug: true, name: true } },
  study: { select: { slug: true, title: true } },
  endpoint: { select: { id: true, name: true, isFake: true } },
  templateVersion: { select: versionName },
  startedBy: { select: { name: true } },
} as const;

export type EndpointRunView = NonNullable<Awaited<ReturnType<typeof getEndpointRun>>>;

export async function getEndpointRun(_admin: Admin, id: string) {
  const run = await db.endpointRun.findUnique({ where: { id }, select: viewOf });
  if (!run) return null;
  const { templateVersion, stopCause, stopStatus, stopDetail, ...found } = run;
  // After a pause one may wait for the end of the one before.
  const orderBy = { startedAt: { sort: "desc", nulls: "last" } } as const;
  const live = await db.job.findFirst({ where: liveJobOf(id), orderBy, select: { state: true } });
  /** Its job waits for a worker, is at work, or is gone though the run isn't over. */
  const job: "waiting" | "working" | "gone" =
    live === null ? "gone" : live.state === "queued" ? "waiting" : "working";
  return {
    ...found,
    /** What it asks by; null where each case is asked by its own prompt. */
    template: templateVersion && nameOf(templateVersion),
    settings: runSettings.parse(found.settings),
    plan: found.plan as RunPlan,
    stopReason: found.stopReason as StopReason | null,
    stopFault: {
      cause: stopCause as StopFault["cause"],
      status: stopStatus,
      said: stopDetail ?? "",
    } satisfies StopFault,
    run: found.runId === null ? null : { id: found.runId },
    job,
    startedBy: found.startedBy?.name ?? null,
    createdAt: found.createdAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
  };
}

/** Newest first: the runs of a benchmark, over all of it or over a study's sample, or its trials. */
export async function listEndpointRuns(
  _admin: Admin,
  benchmark: string,
  purpose: RunPurpose = "run",
): Promise<ListedRun[]> {
  const { id, model, method, version, state, createdAt, endpoint, templateVersion } = viewOf;
  const found = await db.endpointRun.findMany({
    where: { benchmark: { slug: benchmark }, purpose },
    select: { id, model, method, version, state, createdAt, endpoint, templateVersion },
    orderBy: { createdAt: "desc" },
    take: 200,
  });
  return found.map(({ templateVersion: asked, ...one }) => ({
    ...one,
    createdAt: one.createdAt.toISOString(),
    template: asked && nameOf(asked),
  }));
}

/** What may be asked about beside all of the benchmark: its studies that have drawn their cases. In SQL: Prisma counts no rows of some strata. */
export async function listSampledStudies(
  _admin: Admin,
  benchmarkId: number,
): Promise<{ slug: string; title: string; cases: number; arms: string[] }[]> {
  const found = await ask<{ slug: string; title: string; cases: number; draft: unknown }>(
    "list_sampled_studies",
    `SELECT t.slug, t.title, t.draft, count(DISTINCT s.case_version_id)::int AS cases
     FROM studies t JOIN study_cases s ON s.study_id = t.id AND ${wasJudged}
     WHERE t.benchmark_id = $1 AND t.state <> 'draft' GROUP BY t.id ORDER BY t.opened_at DESC`,
    [benchmarkId],
  );
  return found.map(({ draft, ...one }) => ({ ...one, arms: listWordedArms(draft).map(({ name }) => name) }));
}

/** In SQL: whether its cases have to be asked by a template, where they are asked by a prompt: none came with its own. */
export async function needsTemplate(_admin: Admin, benchmarkId: number): Promise<boolean> {
  const [found] = await ask<{ needs: boolean }>(
    "needs_template",
    `SELECT count(*) > 0 AND NOT coalesce(bool_or(${isAskable("false")}), false) AS needs
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND v.retired_at IS NULL AND ${isAskable("true")}`,
    [benchmarkId],
  );
  return found?.needs ?? false;
}

/** The tracks that a run asks about, in the benchmark's order. */
export async function listAskedTracks(_admin: Admin, id: string): Promise<string[]> {
  const asked = { some: { endpointRunId: id } };
  const found = await db.track.findMany({
    where: { cases: { some: { versions: { some: { endpointRunCases: asked } } } } },
    select: { name: true },
    orderBy: { position: "asc" },
  });
  return found.map(({ name }) => name);
}

// What ended is added up as it ends (model_calls_summed). Looked at are what failed, in an index, what is under way, and
// the newest ends: a page asks each second, and some ledgers have a hundred thousand rows.
const sums = `
  WITH newest AS MATERIALIZED (
    SELECT started_at, ended_at, failure, total_ms FROM model_calls
    WHERE endpoint_run_id = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ${newestTries}
  ), recent AS (
    SELECT count(*)::int AS n, min(started_at) AS begun_at, min(ended_at) AS ended_at
    FROM newest WHERE ended_at > now() - interval '1 minute'
  ), used_up AS (
    SELECT case_version_id FROM model_calls WHERE endpoint_run_id = $1 AND failure IS NOT NULL
    GROUP BY case_version_id, sample
    HAVING count(*) - least(count(*) FILTER (WHERE failure = 'interrupted'), ${maxSpared}) >= $2
  ), unanswered AS (
    SELECT coalesce(sum(r.in_call), 0)::int AS cases
    FROM (SELECT case_version_id FROM used_up GROUP BY case_version_id HAVING count(*) >= $3) u
      JOIN endpoint_run_cases r ON r.endpoint_run_id = $1 AND r.case_version_id = u.case_version_id
  ), stored AS (
    SELECT sum(t.failed)::int AS failed FROM endpoint_runs e JOIN model_run_tracks t ON t.run_id = e.run_id WHERE e.id = $1
  ), under_way AS (
    SELECT count(*)::int AS n FROM model_calls WHERE endpoint_run_id = $1 AND ended_at IS NULL
  )
  SELECT coalesce(s.answered, 0) AS answered, (SELECT count(*) FROM used_up)::int AS failed,
    coalesce((SELECT failed FROM stored), (SELECT cases FROM unanswered)) AS "unansweredCases",
    coalesce(s.ended, 0) + under_way.n AS tries, under_way.n AS "underWay",
    coalesce(s.money, 0) AS money, coalesce(s.unpriced, 0) AS unpriced,
    coalesce(s.input_tokens, 0)::float8 AS "inputTokens", coalesce(s.cached_tokens, 0)::float8 AS "cachedTokens",
    coalesce(s.output_tokens, 0)::float8 AS "outputTokens", coalesce(s.reasoning_tokens, 0)::float8 AS "reasoningTokens",
    (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total_ms) FROM newest WHERE failure IS NULL) AS "medianMs",
    recent.n AS recent, extract(epoch FROM CASE WHEN recent.n = ${newestTries} THEN now() - recent.ended_at
      ELSE least(interval '1 minute', now() - recent.begun_at) END)::float8 AS "recentSeconds"
  FROM recent CROSS JOIN under_way LEFT JOIN model_call_sums s ON s.endpoint_run_id = $1`;

const failures = `
  SELECT failure, n AS count, newest.cause, newest.status, coalesce(newest.detail, '') AS said
  FROM (
    SELECT failure, count(*)::int AS n FROM model_calls WHERE endpoint_run_id = $1 AND failure IS NOT NULL GROUP BY failure
  ) kinds CROSS JOIN LATERAL (
    SELECT cause, status, detail FROM model_calls WHERE endpoint_run_id = $1 AND failure = kinds.failure
    ORDER BY ended_at DESC LIMIT 1
  ) newest
  ORDER BY n DESC, failure`;

/** In SQL: Prisma has no sums over what is filtered. */
export async function sumLedger(_admin: Admin, id: string, tries: number, samples = 1): Promise<RunSums> {
  const [[found], failing] = await Promise.all([
    ask<Omit<RunSums, "failures">>("sum_model_ledger", sums, [id, tries, samples]),
    ask<RunSums["failures"][number]>("sum_model_failures", failures, [id]),
  ]);
  if (!found) throw new Error("sums over nothing have a row");
  return { ...found, failures: failing };
}

export async function getLiveRun(viewer: Admin, id: string): Promise<LiveRun | null> {
  const run = await getEndpointRun(viewer, id);
  if (!run) return null;
  const { tries } = run.settings;
  return { ...run, sums: await sumLedger(viewer, id, tries, callsPerCase(run.settings)) };
}

/** In SQL: what a run shows first, before how many cases; the first so many. */
export const listShownCases = (_admin: Admin, id: string, most: number): Promise<ExampleCase[]> =>
  ask<ExampleCase>(
    "list_shown_cases",
    `SELECT v.id AS "versionId", b.slug AS benchmark, t.name AS track, c.key, shown.times, e.analyses ->> v.id::text AS analysis,
       (count(*) OVER ())::int AS count
     FROM (SELECT version, count(*)::int AS times FROM endpoint_run_cases r CROSS JOIN unnest(r.shots) AS s (version)
         WHERE r.endpoint_run_id = $1 GROUP BY version) shown
       JOIN endpoint_runs e ON e.id = $1 JOIN case_versions v ON v.id = shown.version JOIN cases c ON c.id = v.case_id
       JOIN tracks t ON t.id = c.track_id JOIN benchmarks b ON b.id = t.benchmark_id
     ORDER BY t.position, c.position, c.id LIMIT $2`,
    [id, most],
  );
