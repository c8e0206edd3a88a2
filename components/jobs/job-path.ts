import { isImport, type JobKind } from "#lib/jobs/schema.ts";
import { benchmarkPath, jobPath, runsPath } from "#lib/paths.ts";

/** Where a job about a benchmark leads. */
export function pathOfJob(kind: JobKind, slug: string, id: string): string {
  if (isImport(kind)) return jobPath(slug, id);
  return kind === "run_model" ? runsPath(slug) : benchmarkPath(slug);
}
