import type { describeFiles } from "#components/imports/file-groups.ts";
import type { InterviewDetails } from "#components/imports/interviews/interview-details.ts";
import { requestCaseImport, requestResultImport } from "#lib/imports/actions.ts";
import { succeed } from "#lib/result.ts";

const actions = {
  cases: requestCaseImport,
  interviews: requestCaseImport,
  results: requestResultImport,
} as const;

/** A job for each purpose that has files; what was refused, if anything was. */
export async function requestChecks(
  slug: string,
  described: ReturnType<typeof describeFiles> & { details: InterviewDetails },
) {
  const jobs: string[] = [];
  for (const purpose of ["cases", "interviews", "results"] as const) {
    if (described[purpose].length === 0) continue;
    const form = new FormData();
    form.set("slug", slug);
    form.set("mode", "check");
    form.set("skipBad", "false");
    form.set("files", JSON.stringify(described[purpose]));
    if (purpose === "interviews") form.set("interviews", JSON.stringify(described.details));
    const asked = await actions[purpose](null, form);
    if (!asked.ok) return asked;
    jobs.push(asked.value.jobId);
  }
  return succeed(jobs);
}
