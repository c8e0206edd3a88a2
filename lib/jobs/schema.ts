import { z } from "zod";
import type { JobView } from "#lib/jobs/queries.ts";

/** What long work there is. A new kind is added here and gets its handler in handlers.ts. */
export const jobKinds = [
  "import_cases",
  "import_results",
  "import_vectors",
  "simulate_people",
  "make_examples",
  "run_model",
  "store_filter",
] as const;
export type JobKind = (typeof jobKinds)[number];
/** What an admin follows on a page of its own, from the check to what is stored. */
export type ImportKind = Extract<JobKind, `import_${string}`>;
export const isImport = (kind: JobKind): kind is ImportKind => kind.startsWith("import_");
/** Work of hours that mostly waits for somebody else: it has places of its own, so that nothing short stands behind it. */
export const longKinds: readonly JobKind[] = ["run_model", "import_vectors"];
/** They keep what they have done, so that each attempt goes on where the one before was ended. */
export const resumedKinds: readonly JobKind[] = ["run_model"];
export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";
/** Of jobs that are asked for and not over. */
export const underWay: { in: JobState[] } = { in: ["queued", "running"] };

export type JobRequest = {
  kind: JobKind;
  /** What the handler needs to know, as JSON. */
  payload: Readonly<Record<string, unknown>>;
  benchmarkId: number | null;
  /** Jobs with the same key run one after the other, in the order they were asked for. */
  exclusiveKey: string | null;
  /** What `done` and `total` count; `rows` are counted beside them. */
  unit?: "rows" | "bytes" | "people" | "calls" | "texts";
};

export type JobProgress = { done: number; total: number | null; rows: number };

export type { JobView };

export const jobInput = z.object({ jobId: z.uuid() });

const unsteadyMs = 1000;

/**
 * Null while unknown: before it runs, in its first second, and where nothing was counted. Measured from start
 * to the last sign of life, both by the database's clock, since a browser's own may be hours off.
 */
export function rateAndTimeLeft(
  job: Pick<JobView, "state" | "done" | "total" | "rows" | "startedAt" | "heartbeatAt" | "finishedAt">,
  now: Date,
): { rowsPerSecond: number | null; secondsLeft: number | null } {
  if (job.startedAt === null) return { rowsPerSecond: null, secondsLeft: null };
  const until = job.finishedAt ?? job.heartbeatAt;
  const elapsedMs = (until === null ? now.getTime() : Date.parse(until)) - Date.parse(job.startedAt);
  const isRunning = job.state === "running";
  const isKnown = elapsedMs > 0 && (!isRunning || elapsedMs >= unsteadyMs);
  const seconds = elapsedMs / 1000;
  return {
    rowsPerSecond: isKnown && job.rows > 0 ? job.rows / seconds : null,
    secondsLeft:
      isKnown && isRunning && job.total !== null && job.done > 0
        ? (seconds * Math.max(job.total - job.done, 0)) / job.done
        : null,
  };
}

/** A length of time in the one unit that says enough, rounded up: nobody is told too little. */
export function durationOf(seconds: number): { unit: "seconds" | "minutes" | "hours"; count: number } {
  if (seconds < 60) return { unit: "seconds", count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 3600) return { unit: "minutes", count: Math.ceil(seconds / 60) };
  return { unit: "hours", count: Math.ceil(seconds / 3600) };
}
