import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { importKey, shownProblems } from "#lib/imports/schema.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { type Attention, runAttendedJob } from "#lib/jobs/running/run-job.ts";
import type { JobKind } from "#lib/jobs/schema.ts";

type Import = { kind: JobKind; benchmarkId: number; payload: Record<string, unknown> };
type ImportOutcome = { report: object; problems: readonly ImportProblem[] };

/** Runs an import in this process, in line with those of the workers, and returns all that it found. */
export async function runAttendedImport<T extends ImportOutcome>(
  viewer: Viewer<"admin">,
  { kind, benchmarkId, payload }: Import,
  run: (control: ImportControl) => Promise<T>,
  attention?: Attention,
): Promise<T> {
  let found: T | undefined;
  const request = {
    kind,
    payload,
    benchmarkId,
    exclusiveKey: importKey(benchmarkId),
    unit: "bytes",
  } as const;
  await runAttendedJob(
    viewer,
    request,
    async (_viewer, _payload, control) => {
      found = await run(control);
      // What the log of imports keeps.
      const { report, problems } = found;
      return { ...report, problems: problems.slice(0, shownProblems), problemsFile: null };
    },
    attention,
  );
  return found as T;
}
