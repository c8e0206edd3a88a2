import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask, db } from "#lib/db.ts";
import type {
  RunPlan,
  RunRequest,
  RunSettings,
  RunState,
  StopReason,
  TryFailure,
} from "#lib/endpoint-runs/schema.ts";
import { runSettings } from "#lib/endpoint-runs/schema.ts";

type Admin = Viewer<"admin">;

/** The benchmark, or the study of it whose served cases are asked about; null where there is none, or nothing was drawn yet. */
export async function findScope(
  _admin: Admin,
  { benchmark, study, tracks }: Pick<RunRequest, "benchmark" | "study" | "tracks">,
): Promise<{ benchmarkId: number; studyId: string | null; tracks: readonly string[] } | null> {
  const found = await db.benchmark.findUnique({ where: { slug: benchmark }, select: { id: true } });
  if (!found) return null;
  if (study === null) return { benchmarkId: found.id, studyId: null, tracks };
  const where = { slug: study, benchmarkId: found.id, state: { not: "draft" as const } };
  const sampled = await db.study.findFirst({ where, select: { id: true } });
  return sampled && { benchmarkId: found.id, studyId: sampled.id, tracks };
}

export async function hasLiveJob(_admin: Admin, exclusiveKey: string): Promise<boolean> {
  return (await db.job.count({ where: { exclusiveKey, state: { in: ["queued", "running"] } } })) > 0;
}

/** What a run has done so far: sums over its ledger. */
export type RunSums = {
  /** Samples that have an answer, and those whose tries are used up. */
  answered: number;
  failed: number;
  tries: number;
  underWay: number;
  money: number;
  /** Tries that came back without a price, so that the money is less than was spent. */
  unpriced: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** Of a try that brought an answer. */
  medianMs: number | null;
  lastMinute: number;
  failures: readonly { failure: TryFailure; count: number; example: string | null }[];
};

export type EndpointRunView = {
  id: string;
  benchmark: { slug: string; name: string };
  study: { slug: string; title: string } | null;
  endpoint: { id: number; name: string; isFake: boolean };
  run: { id: number } | null;
  model: string;
  method: string;
  version: string;
  settings: RunSettings;
  plan: RunPlan;
  state: RunState;
  stopReason: StopReason | null;
  stopDetail: string | null;
  /** Settings that were asked for and that the protocol or the model doesn't take. */
  unheeded: readonly string[];
  /** Its job waits for a worker, is at work, or is gone though the run isn't over. */
  job: "waiting" | "working" | "gone";
  startedBy: string | null;
  createdAt: string;
  endedAt: string | null;
};

const viewOf = {
  ...{ id: true, model: true, method: true, version: true, settings: true, plan: true, state: true },
  ...{ stopReason: true, stopDetail: true, unheeded: true, createdAt: true, endedAt: true, runId: true },
  benchmark: { select: { slug: true, name: true } },
  study: { select: { slug: true, title: true } },
  endpoint: { select: { id: true, name: true, isFake: true } },
  startedBy: { select: { name: true } },
} as const;

export async function getEndpointRun(_admin: Admin, id: string): Promise<EndpointRunView | null> {
  const found = await db.endpointRun.findUnique({ where: { id }, select: viewOf });
  if (!found) return null;
  const where = {
    exclusiveKey: `endpoint run ${id}`,
    state: { in: ["queued" as const, "running" as const] },
  };
  const job = await db.job.findFirst({ where, select: { state: true } });
  return {
    ...found,
    settings: runSettings.parse(found.settings),
    plan: found.plan as RunPlan,
    stopReason: found.stopReason as StopReason | null,
    run: found.runId === null ? null : { id: found.runId },
    job: job === null ? "gone" : job.state === "queued" ? "waiting" : "working",
    startedBy: found.startedBy?.name ?? null,
    createdAt: found.createdAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
  };
}

export type ListedRun = Pick<
  EndpointRunView,
  "id" | "model" | "method" | "version" | "state" | "createdAt" | "endpoint"
>;

/** Newest first: those of a benchmark, over all of it or over a study's sample. */
export async function listEndpointRuns(_admin: Admin, benchmark: string): Promise<ListedRun[]> {
  const { id, model, method, version, state, createdAt, endpoint } = viewOf;
  const found = await db.endpointRun.findMany({
    where: { benchmark: { slug: benchmark } },
    select: { id, model, method, version, state, createdAt, endpoint },
    orderBy: { createdAt: "desc" },
    take: 200,
  });
  return found.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }));
}

const withLedger = `WITH ledger AS (SELECT * FROM model_calls WHERE endpoint_run_id = $1), samples AS (
  SELECT bool_or(failure IS NULL AND ended_at IS NOT NULL) AS is_answered,
    count(*) FILTER (WHERE ended_at IS NOT NULL AND failure <> 'interrupted') AS counted
  FROM ledger GROUP BY case_version_id, sample)`;

/** In SQL: Prisma has no sums over what is filtered. */
export async function sumLedger(_admin: Admin, id: string, tries: number): Promise<RunSums> {
  const [sums, failures] = await Promise.all([
    ask<Omit<RunSums, "failures">>(
      "sum_model_ledger",
      `${withLedger} SELECT (SELECT count(*) FROM samples WHERE is_answered)::int AS answered,
         (SELECT count(*) FROM samples WHERE NOT is_answered AND counted >= $2)::int AS failed,
         count(*)::int AS tries, count(*) FILTER (WHERE ended_at IS NULL)::int AS "underWay",
         coalesce(sum(money), 0)::float8 AS money,
         count(*) FILTER (WHERE money IS NULL AND input_tokens IS NOT NULL)::int AS unpriced,
         coalesce(sum(input_tokens), 0)::float8 AS "inputTokens", coalesce(sum(cached_tokens), 0)::float8 AS "cachedTokens",
         coalesce(sum(output_tokens), 0)::float8 AS "outputTokens",
         coalesce(sum(reasoning_tokens), 0)::float8 AS "reasoningTokens",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY total_ms) FILTER (WHERE failure IS NULL AND ended_at IS NOT NULL) AS "medianMs",
         count(*) FILTER (WHERE ended_at > now() - interval '1 minute')::int AS "lastMinute"
       FROM ledger`,
      [id, tries],
    ),
    ask<RunSums["failures"][number]>(
      "sum_model_failures",
      `SELECT failure, count(*)::int AS count, (array_agg(detail ORDER BY ended_at DESC) FILTER (WHERE detail <> ''))[1] AS example
       FROM model_calls WHERE endpoint_run_id = $1 AND failure IS NOT NULL GROUP BY failure ORDER BY count(*) DESC, failure`,
      [id],
    ),
  ]);
  const [found] = sums;
  if (!found) throw new Error("sums over nothing have a row");
  return { ...found, failures };
}
