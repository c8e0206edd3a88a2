import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { importResults, type ResultImport, type ResultOutcome } from "#lib/model-runs/import-results.ts";
import { type FilterModel, filterModelsSql, findFilter } from "#lib/model-runs/stored-runs.ts";
import { listedRun } from "#lib/model-runs/queries.ts";
import type { RunChange } from "#lib/model-runs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { isSameModel, isSameRun, parsePlan, type RunName } from "#lib/studies/schema.ts";

type Admin = Viewer<"admin">;

const subject = (id: number) => ({ type: "model_run", id: String(id) });

/** All of it or nothing. Imports into one benchmark wait for each other. */
export async function runResultImport(
  viewer: Admin,
  request: ResultImport,
  control: ImportControl,
): Promise<ResultOutcome> {
  const { signal, confirm } = control;
  return inBulkTransaction(
    async (client) => {
      if (request.mode === "store") await lockBenchmark(client, request.benchmark.id);
      return importResults(client, viewer, request, control);
    },
    {
      signal,
      confirm,
      readOnly: request.mode === "check",
      keep: ({ report }) => report.stored,
      fills: ["predictions"],
    },
  );
}

export async function editRun(
  viewer: Admin,
  runId: number,
  { ranAt, answeredBy, ...described }: RunChange,
): Promise<Result<undefined, "not_found" | "taken" | "named_in_plan" | "named_in_lineage">> {
  return db.$transaction(async (tx) => {
    const before = await tx.modelRun.findUnique({
      where: { id: runId },
      select: { ...listedRun, benchmarkId: true },
    });
    if (!before) return fail("not_found");
    const { model, method, version } = described;
    const other = await tx.modelRun.findFirst({
      where: { benchmarkId: before.benchmarkId, model, method, version, id: { not: runId } },
      select: { id: true },
    });
    if (other) return fail("taken");
    // A study that is just opening holds the runs that it names: what it becomes is waited for. In SQL: Prisma can't hold a row.
    await tx.$executeRaw`SELECT FROM model_runs WHERE id = ${runId} FOR UPDATE`;
    const isRenamed = !isSameRun(before, { model, method, version });
    if (isRenamed && (await isNamedInPlan(tx, before))) return fail("named_in_plan");
    // In SQL: Prisma follows no chain of benchmarks.
    const filters = await tx.$queryRawUnsafe<FilterModel[]>(filterModelsSql, before.benchmarkId);
    // Under another name it could be unmarked, and nobody would see that it filtered these cases.
    if (findFilter(filters, before.model) && !isSameModel(before, { model })) return fail("named_in_lineage");
    const isFilter = described.isFilter || findFilter(filters, model) !== null;
    const isPeople = answeredBy === undefined ? before.isPeople : answeredBy === "people";
    const data = { ...described, isFilter, isPeople, ranAt: ranAt === null ? null : new Date(ranAt) };
    await tx.modelRun.update({ where: { id: runId }, data });
    if (isFilter) await markCopies(tx, before.benchmarkId, { model, method, version });
    const { ranAt: ranBefore, ...stored } = before;
    const {
      id: _id,
      benchmarkId: _benchmarkId,
      isDemo: _isDemo,
      isFake: _isFake,
      ...describedBefore
    } = stored;
    await recordEvent(tx, viewer, "model_run.edited", subject(runId), {
      before: { ...describedBefore, ranAt: ranBefore?.toISOString().slice(0, 10) ?? null },
      after: { ...described, isFilter, isPeople, ranAt },
    });
    return succeed();
  });
}

/** What chose a benchmark's cases chose those that others took of it: there, too, the run fails where it failed here. */
async function markCopies(tx: Transaction, benchmarkId: number, { model, method, version }: RunName) {
  // In SQL: Prisma follows no chain of benchmarks.
  await tx.$executeRaw`
    WITH RECURSIVE made AS (
      SELECT benchmark_id AS id FROM benchmark_lineages WHERE parent_benchmark_id = ${benchmarkId}
      UNION ALL
      SELECT l.benchmark_id FROM made JOIN benchmark_lineages l ON l.parent_benchmark_id = made.id
    )
    UPDATE model_runs r SET is_filter = true FROM made
    WHERE r.benchmark_id = made.id AND NOT r.is_filter
      AND r.model = ${model} AND r.method = ${method} AND r.version = ${version}`;
}

/** Whether an opened study's claims name it: under another name nobody would find it again. */
async function isNamedInPlan(tx: Transaction, run: RunName & { id: number; benchmarkId: number }) {
  const { id, benchmarkId } = run;
  const opened = await tx.study.findMany({
    where: { benchmarkId, state: { not: "draft" } },
    select: { draft: true, comparatorRunId: true },
  });
  return opened.some(
    ({ draft, comparatorRunId }) =>
      comparatorRunId === id || parsePlan(draft).claims?.siblings.some((one) => isSameRun(one, run)),
  );
}

/** A run that an opened study was sampled from, or holds people against, stays: without it nobody could say what was planned. */
export async function removeRun(
  viewer: Admin,
  runId: number,
  confirmation: string,
): Promise<Result<undefined, "not_found" | "wrong_name" | "sampled_from" | "held_against">> {
  return db.$transaction(
    async (tx) => {
      const run = await tx.modelRun.findUnique({ where: { id: runId }, select: listedRun });
      if (!run) return fail("not_found");
      if (run.model !== confirmation) return fail("wrong_name");
      // A study that is just opening holds the run: what it becomes is waited for. In SQL: Prisma can't hold a row.
      await tx.$executeRaw`SELECT FROM model_runs WHERE id = ${runId} FOR UPDATE`;
      if ((await tx.study.count({ where: { referenceRunId: runId } })) > 0) return fail("sampled_from");
      if ((await tx.study.count({ where: { comparatorRunId: runId } })) > 0) return fail("held_against");
      await tx.modelRun.delete({ where: { id: runId } });
      const { model, method, version } = run;
      await recordEvent(tx, viewer, "model_run.removed", subject(runId), { model, method, version });
      return succeed();
    },
    { timeout: 120_000 },
  );
}
