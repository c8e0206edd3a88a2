import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction, ask } from "#lib/db.ts";
import { askedVersions, drawTrial, type Scope, scopeValues } from "#lib/endpoint-runs/asked-versions.ts";
import { keepGroups, countGroupCalls } from "#lib/endpoint-runs/group-calls.ts";
import { listUnorderable } from "#lib/endpoint-runs/orders.ts";
import { findArm, findScope, hasLiveJob } from "#lib/endpoint-runs/queries.ts";
import {
  type AnalysisByVersion,
  drawShots,
  findAnalysed,
  type ShotsOfCase,
} from "#lib/endpoint-runs/shots.ts";
import {
  jobKeyOf,
  unendedStates,
  type NewBudget,
  type RunPlan,
  type RunRequest,
  answerTokens,
  lineTokens,
} from "#lib/endpoint-runs/schema.ts";
import {
  type ArmInstructions,
  noInstructions,
  openCase,
  storedCase,
  type StoredRow,
  writeQuestion,
} from "#lib/endpoint-runs/running/question.ts";
import { getEndpoint } from "#lib/endpoints/queries.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { cancelJob, requestJob } from "#lib/jobs/mutations.ts";
import { getVersionName } from "#lib/prompt-templates/queries.ts";
import { fail, succeed, type Result, type Failure } from "#lib/result.ts";
import { isAskedByPrompt, isAskedTogether, promptFields } from "#lib/task-kinds/server-registry.ts";
import { versionName } from "#lib/model-runs/schema.ts";
import { callsPerCase } from "#lib/endpoint-runs/setting-limits.ts";
import { openTemplate, type Template, type VersionName } from "#lib/prompt-templates/schema.ts";
import { priceOf } from "#lib/model-calls/schema.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

type Admin = Viewer<"admin">;

const subject = (id: string) => ({ type: "endpoint_run", id });

type PlanProblem = "not_found" | "no_endpoint" | "no_template" | "no_cases" | "taken" | "invalid";
type PlannedRun = {
  scope: Scope;
  endpoint: EndpointView;
  plan: RunPlan;
  shots: readonly ShotsOfCase[];
  analysed: AnalysisByVersion | null;
  /** Versions that are left out, since their options can't stand in other orders. */
  without: readonly number[];
};

/** What a run or a trial would take, or why it can't be. */
export async function prepareRun(viewer: Admin, given: RunRequest): Promise<Result<PlannedRun, PlanProblem>> {
  const arm = await findArm(viewer, given);
  if (arm === undefined) return fail("invalid", { arm: "unknown" });
  const request = nameUnderArm(given, arm);
  const found = await findScope(viewer, request);
  if (!found) return fail("not_found");
  const endpoint = await getEndpoint(viewer, request.endpointId);
  if (!endpoint) return fail("no_endpoint");
  const wrong = findContradiction(request, endpoint);
  if (wrong) return wrong;
  if (endpoint.removedAt) return fail("no_endpoint");
  if (await isTaken(db, found.benchmarkId, request)) return fail("taken");
  const { settings, templateVersionId: versionId } = request;
  // Null where each case is asked by its own prompt.
  const version = versionId === null ? null : await getVersionName(viewer, found.benchmarkId, versionId);
  if (versionId !== null && !version) return fail("no_template");
  const tried = await drawTrial(found, request.trial);
  if (!tried.ok) return tried;
  const scope = { ...found, trial: tried.value };
  const unordered = await listUnorderable(scope, settings.orders);
  if (!unordered.ok) return fail("invalid", { orders: unordered.error });
  const without = unordered.value;
  // What somebody wrote of cases that may be shown; null where another answer is shown, or none.
  const written = settings.areShotsAnalysed
    ? await findAnalysed(scope, settings.shotsFrom, request.analyses)
    : succeed(null);
  if (!written.ok) return written;
  const analysed = written.value;
  const told = arm?.told ?? noInstructions;
  const planned = await planRun(viewer, scope, request, endpoint, { version, without, analysed, told });
  if (planned.cases === 0) return fail("no_cases");
  if (settings.isGrouped && planned.mostInCall === null)
    return fail("invalid", { isGrouped: "not_together" });
  const isWithoutPrompts = planned.kinds.some(({ kind, cases }) => cases > 0 && !isAskedByPrompt(kind));
  if (settings.shots > 0 && isWithoutPrompts) return fail("invalid", { shots: "no_prompts" });
  const { shown: shots, analyses } =
    settings.shots === 0
      ? { shown: [], analyses: null }
      : await drawShots(scope, settings, { without, analysed });
  if (!shots) return fail("invalid", analyses ? { analyses: "few_analyses" } : { shots: "pool_small" });
  return succeed({
    scope,
    endpoint,
    shots,
    analysed,
    without,
    plan: { ...planned, arm: arm && { number: arm.number, name: arm.name }, analyses },
  });
}

/** Begins what was planned, if it is still what somebody was told and said yes to. */
export async function startRun(
  viewer: Admin,
  request: RunRequest,
  confirmed: Partial<RunPlan>,
): Promise<Result<{ id: string }, PlanProblem | "changed">> {
  const prepared = await prepareRun(viewer, request);
  if (!prepared.ok) return prepared;
  const { scope, plan, endpoint, shots, analysed, without } = prepared.value;
  const isAsTold = Object.entries(confirmed).every(
    ([name, told]) => JSON.stringify(plan[name as keyof RunPlan]) === JSON.stringify(told),
  );
  if (!isAsTold) return fail("changed");
  const { model, method, version, settings } = nameUnderArm(request, plan.arm);
  const begun = await db.$transaction(async (tx) => {
    // Of two that begin the same run at once the second is told that it is there.
    await takeLock(tx, "endpoint run", String(scope.benchmarkId));
    if (await isTaken(tx, scope.benchmarkId, { ...request, version })) return null;
    const made = await tx.endpointRun.create({
      data: {
        benchmarkId: scope.benchmarkId,
        studyId: scope.studyId,
        endpointId: endpoint.id,
        model,
        method,
        version,
        templateVersionId: plan.template?.id ?? null,
        arm: plan.arm?.number ?? null,
        purpose: scope.trial ? "trial" : "run",
        settings: settings satisfies Prisma.InputJsonObject,
        plan: plan satisfies Prisma.InputJsonObject,
        ...(analysed && { analyses: Object.fromEntries(analysed) }),
        startedById: viewer.actor.id,
      },
      select: { id: true },
    });
    // In SQL: Prisma can't insert what it selects.
    const asked = await tx.$executeRawUnsafe(
      `INSERT INTO endpoint_run_cases (endpoint_run_id, case_version_id, position)
       SELECT $6::uuid, id, position FROM (${askedVersions}) a WHERE is_asked AND NOT id = ANY ($7::int[])`,
      ...scopeValues(scope),
      made.id,
      without,
    );
    // A study may have been opened on some of them, or cases imported, since they were counted.
    if (asked !== plan.cases) throw new Error("the cases changed while the run began");
    if (settings.isGrouped) await keepGroups(tx, made.id);
    await tx.$executeRawUnsafe(
      `UPDATE endpoint_run_cases r SET shots = one.shots
       FROM json_to_recordset($2::json) AS one ("versionId" integer, shots integer[])
       WHERE r.endpoint_run_id = $1::uuid AND r.case_version_id = one."versionId"`,
      made.id,
      JSON.stringify(shots),
    );
    const { host, calls, template, trial } = plan;
    const details = { model, method, version, endpoint: endpoint.name, host, calls, template };
    if (trial)
      await recordEvent(tx, viewer, "endpoint_run.trial_started", subject(made.id), { ...details, trial });
    else await recordEvent(tx, viewer, "endpoint_run.started", subject(made.id), details);
    return made;
  });
  if (!begun) return fail("taken");
  await queue(viewer, begun.id, scope.benchmarkId);
  return succeed(begun);
}

const queue = (viewer: Admin, id: string, benchmarkId: number) =>
  requestJob(viewer, {
    kind: "run_model",
    payload: { endpointRunId: id },
    benchmarkId,
    exclusiveKey: jobKeyOf(id),
    unit: "calls",
  });

const notStopped = { stopReason: null, stopCause: null, stopStatus: null, stopDetail: null };

/** What has been sent comes in; nothing more is. */
export async function pauseRun(viewer: Admin, id: string): Promise<Result<undefined, "not_found">> {
  return db.$transaction(async (tx) => {
    const paused = await tx.endpointRun.updateMany({
      where: { id, state: "running" },
      data: { state: "paused" },
    });
    if (paused.count === 0) return fail("not_found");
    await recordEvent(tx, viewer, "endpoint_run.paused", subject(id));
    return succeed();
  });
}

/** Goes on where it stood still, also where its job was lost; with another budget, where it is given one. */
export async function resumeRun(
  viewer: Admin,
  id: string,
  budget: NewBudget = {},
): Promise<Result<undefined, "not_found" | "running">> {
  const select = { state: true, benchmarkId: true, settings: true } as const;
  const run = await db.endpointRun.findUnique({ where: { id }, select });
  if (!run || run.state === "finished" || run.state === "cancelled") return fail("not_found");
  if (run.state === "running" && (await hasLiveJob(viewer, id))) return fail("running");
  const given = Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined));
  const isResumed = await db.$transaction(async (tx) => {
    const settings = { ...(run.settings as Prisma.JsonObject), ...given };
    const data = { state: "running", ...notStopped, settings } as const;
    // Somebody else may have resumed or ended it since it was looked at.
    const { count } = await tx.endpointRun.updateMany({ where: { id, state: run.state }, data });
    if (count > 0) await recordEvent(tx, viewer, "endpoint_run.resumed", subject(id), given);
    return count > 0;
  });
  if (!isResumed) return fail("running");
  await queue(viewer, id, run.benchmarkId);
  return succeed();
}

/** It makes no model run; its ledger stays, since it was paid. */
export async function cancelRun(viewer: Admin, id: string): Promise<Result<undefined, "not_found">> {
  const cancelled = await db.$transaction(async (tx) => {
    const where = { id, state: { in: unendedStates } };
    const data = { state: "cancelled" as const, endedAt: new Date(), ...notStopped };
    if ((await tx.endpointRun.updateMany({ where, data })).count === 0) return false;
    await recordEvent(tx, viewer, "endpoint_run.cancelled", subject(id));
    return true;
  });
  if (!cancelled) return fail("not_found");
  const waiting = { exclusiveKey: jobKeyOf(id), state: "queued" as const };
  for (const job of await db.job.findMany({ where: waiting, select: { id: true } }))
    await cancelJob(viewer, job.id);
  return succeed();
}

/** What can't be asked for together. */
function findContradiction(
  { settings, version }: RunRequest,
  { prices }: EndpointView,
): Failure<"invalid"> | null {
  const { samples, orders, temperature, budgetMoney } = settings;
  if (orders > 1 && samples > 1) return fail("invalid", { orders: "with_samples" });
  // The name of an arm may have been added.
  if (!versionName.safeParse(version).success) return fail("invalid", { version: "too_long" });
  // Without chance every sample says the same, and their votes mean nothing.
  if (samples > 1 && !temperature) return fail("invalid", { temperature: "no_chance" });
  if (budgetMoney !== null && (prices.input === null || prices.output === null))
    return fail("invalid", { budgetMoney: "no_price" });
  return null;
}

/** Runs as several arms are told apart by their versions. */
const nameUnderArm = <R extends { version: string }>(request: R, arm: RunPlan["arm"]): R =>
  arm ? { ...request, version: [request.version, arm.name].filter(Boolean).join(" · ") } : request;

/** Whether a run of this name is there, or is being asked for. Of trials there may be many. */
async function isTaken(
  tx: Pick<Transaction, "modelRun" | "endpointRun">,
  benchmarkId: number,
  { model, method, version, trial }: Pick<RunRequest, "model" | "method" | "version" | "trial">,
): Promise<boolean> {
  if (trial) return false;
  const name = { benchmarkId, model, method, version };
  const unended = { ...name, purpose: "run" as const, state: { in: unendedStates } };
  return (
    (await tx.modelRun.count({ where: name })) > 0 || (await tx.endpointRun.count({ where: unended })) > 0
  );
}

const looked = 200;

/**
 * By which version of a template it asks, if by any; which versions of cases are left out for the orders of their
 * options; and what was written of cases that are shown, if anything was.
 */
type Choice = {
  version: (VersionName & { text: string }) | null;
  without: readonly number[];
  analysed: AnalysisByVersion | null;
  /** What stands before each question. */
  told: ArmInstructions;
};

/** What a run would take, in SQL over the versions it asks about. Tokens are counted in so many of its questions, and reckoned from there where there are more. */
async function planRun(
  _admin: Viewer<"admin">,
  scope: Scope,
  { settings }: Pick<RunRequest, "settings">,
  endpoint: EndpointView,
  { version, without, analysed, told }: Choice,
): Promise<Omit<RunPlan, "analyses" | "arm">> {
  const kinds = await ask<{
    kind: CaseKind;
    cases: number;
    leftOut: number;
    unordered: number;
    bytes: number;
  }>(
    "count_asked_cases",
    `SELECT kind, count(*) FILTER (WHERE is_asked AND is_ordered)::int AS cases,
       count(*) FILTER (WHERE NOT is_asked)::int AS "leftOut",
       count(*) FILTER (WHERE is_asked AND NOT is_ordered)::int AS unordered,
       coalesce(sum(octet_length(original)) FILTER (WHERE is_asked AND is_ordered), 0)::float8 AS bytes
     FROM (SELECT *, NOT id = ANY ($6::int[]) AS is_ordered FROM (${askedVersions}) a) a GROUP BY kind ORDER BY kind`,
    [...scopeValues(scope), without],
  );
  const cases = kinds.reduce((sum, one) => sum + one.cases, 0);
  const leftOut = kinds.reduce((sum, one) => sum + one.leftOut + one.unordered, 0);
  const template = version && openTemplate(version.text, promptFields);
  const areTogether = kinds.every((one) => one.cases === 0 || isAskedTogether(one.kind));
  const groups = settings.isGrouped && areTogether ? await countGroupCalls(scope, cases) : null;
  const perSample = Math.round(groups?.tokens ?? (await countTokens(scope, kinds, { template, without })));
  const calls = (groups?.calls ?? cases) * callsPerCase(settings);
  // What is shown before a case is about as long as it; an analysis comes on top.
  const inputTokens =
    perSample * callsPerCase(settings) * (1 + settings.shots) +
    Math.round(calls * settings.shots * (await countWritten(analysed))) +
    calls * (await countTold(told));
  const lines = groups === null ? 0 : cases * callsPerCase(settings) * lineTokens;
  const outputTokens = settings.maxTokens
    ? calls * settings.maxTokens
    : Math.max(calls * answerTokens, lines);
  const tokens = { input: inputTokens, output: outputTokens, cached: null, reasoning: null };
  const money = priceOf(tokens, endpoint.prices);
  const { host } = new URL(endpoint.address);
  return {
    kinds: kinds.flatMap(({ bytes: _, unordered, ...counted }) => [
      { ...counted, lacks: whatLacks(counted.kind, version !== null) },
      ...(unordered > 0
        ? [{ kind: counted.kind, cases: 0, leftOut: unordered, lacks: "order" as const }]
        : []),
    ]),
    template: version && {
      id: version.id,
      name: version.template.name,
      number: version.number,
      sha256: version.sha256,
    },
    trial: scope.trial && { seed: scope.trial.seed, of: scope.trial.of },
    mostInCall: groups?.most ?? null,
    cases,
    leftOut,
    calls,
    inputTokens,
    outputTokens,
    money,
    currency: endpoint.currency,
    host,
  };
}

/** Of the tokens of an analysis, the mean. */
async function countWritten(analysed: AnalysisByVersion | null): Promise<number> {
  if (analysed === null || analysed.size === 0) return 0;
  const count = await loadTokenCount();
  return [...analysed.values()].reduce((sum, text) => sum + count(text), 0) / analysed.size;
}

/** In the longer of its languages. */
async function countTold({ en, "zh-CN": zh }: ArmInstructions): Promise<number> {
  if (en === "" && zh === "") return 0;
  const count = await loadTokenCount();
  return Math.max(count(en), count(zh));
}

function whatLacks(kind: CaseKind, isByTemplate: boolean) {
  if (!isAskedByPrompt(kind)) return "question" as const;
  return isByTemplate ? ("content" as const) : ("prompt" as const);
}

/** In SQL with it: of each kind so many questions are written and counted, and the others reckoned by their bytes. */
async function countTokens(
  scope: Scope,
  kinds: readonly { kind: CaseKind; bytes: number }[],
  { template, without }: { template: Template | null; without: readonly number[] },
): Promise<number> {
  const sample = await ask<StoredRow>(
    "sample_asked_cases",
    `SELECT ${storedCase("$4::boolean")}
     FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY hashint8(position)) AS place
       FROM (${askedVersions}) a WHERE is_asked AND NOT id = ANY ($6::int[])) a
       JOIN case_versions v ON v.id = a.id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE place <= ${looked}`,
    [...scopeValues(scope), without],
  );
  const count = await loadTokenCount();
  return kinds.reduce((sum, { kind, bytes }) => {
    const own = sample.filter((one) => one.kind === kind);
    const read = own.reduce((size, { original }) => size + Buffer.byteLength(original), 0);
    const counted = own.reduce(
      (tokens, one) => tokens + count(writeQuestion(openCase(one), null, template)),
      0,
    );
    return sum + (read === 0 ? 0 : (counted * bytes) / read);
  }, 0);
}
