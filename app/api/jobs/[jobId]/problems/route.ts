import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { openProblemList } from "#lib/imports/queries.ts";
import { problemsOf } from "#lib/imports/schema.ts";
import { download } from "#lib/files/download.ts";
import { getJob } from "#lib/jobs/queries.ts";
import { jobInput } from "#lib/jobs/schema.ts";

/** Every problem that an import found, as a spreadsheet. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/jobs/[jobId]/problems">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const given = jobInput.safeParse(await params);
    const job = given.success ? await getJob(viewer, given.data.jobId) : null;
    const list = problemsOf(job?.result);
    const found = list === null ? null : await openProblemList(viewer, list);
    if (!job || !found) return refuse("not_found", 404);
    return download(found, { name: `problems-${job.id}.csv`, type: "text/csv; charset=utf-8" });
  });
}
