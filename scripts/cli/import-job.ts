import type { Viewer } from "#lib/auth/viewer.ts";
import { rateAndTimeLeft, type JobKind, type JobView } from "#lib/jobs/schema.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { listenForStop, Refusal, showProgress } from "#scripts/cli/outcome.ts";

type Admin = Viewer<"admin">;
export type Benchmark = { id: number; slug: string; name: string };

/** The benchmark called so, by address or by name. */
export async function findBenchmark(viewer: Admin, name: string): Promise<Benchmark | null> {
  const { findBenchmarks } = await import("#lib/benchmarks/queries.ts");
  const [found, ...more] = await findBenchmarks(viewer, name);
  if (more.length > 0) {
    const slugs = [found, ...more].map((one) => one?.slug).join(", ");
    throw new Refusal(
      `${more.length + 1} benchmarks are called ${JSON.stringify(name)}; use an address: ${slugs}`,
    );
  }
  return found ?? null;
}

export async function requireBenchmark(viewer: Admin, name: string): Promise<Benchmark> {
  const found = await findBenchmark(viewer, name);
  if (!found)
    throw new Refusal(`there is no benchmark ${JSON.stringify(name)}: \`benchmark list\` shows all`);
  return found;
}

/** Runs an import here, in line with those of the screens, telling how far it is. Ctrl-C cancels it. */
export async function runImport<T extends { report: object; problems: readonly ImportProblem[] }>(
  viewer: Admin,
  kind: JobKind,
  { id: benchmarkId }: Pick<Benchmark, "id">,
  payload: Record<string, unknown>,
  run: (control: ImportControl) => Promise<T>,
): Promise<T> {
  const { runAttendedImport } = await import("#lib/imports/run.ts");
  const { JobCancelled, JobFailure } = await import("#lib/jobs/handler.ts");
  const signal = listenForStop();
  try {
    return await runAttendedImport(viewer, { kind, benchmarkId, payload }, run, {
      onProgress: (job) => showProgress(formatJob(job)),
      signal,
    });
  } catch (error) {
    if (error instanceof JobCancelled) throw new Refusal("cancelled: nothing was stored");
    if (error instanceof JobFailure) throw new Refusal(error.message);
    throw error;
  } finally {
    showProgress("");
  }
}

function formatJob(job: JobView): string {
  if (job.state === "queued") return "waiting for another import into this benchmark";
  const share = job.total ? `${Math.floor((100 * job.done) / job.total)}%` : "";
  const { rowsPerSecond, secondsLeft } = rateAndTimeLeft(job, new Date());
  const rate = rowsPerSecond === null ? "" : `, ${Math.round(rowsPerSecond).toLocaleString("en")} rows/s`;
  const left = secondsLeft === null ? "" : `, ${Math.ceil(secondsLeft)} s left`;
  return `${share}  ${job.rows.toLocaleString("en")} rows${rate}${left}${job.isCancelling ? ", cancelling" : ""}`;
}

export function outcomeLine(stored: boolean, changes: boolean, mode: "check" | "store"): string {
  if (stored) return changes ? "stored" : "nothing to store: these files change nothing";
  if (mode === "check") return "checked only: nothing was stored";
  return "nothing was stored: fix the files, or import the good rows with --skip-bad";
}
