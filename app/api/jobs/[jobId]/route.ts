import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getJob } from "#lib/jobs/queries.ts";
import { jobInput } from "#lib/jobs/schema.ts";

export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/jobs/[jobId]">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const given = jobInput.safeParse(await params);
    const job = given.success ? await getJob(viewer, given.data.jobId) : null;
    return job ? Response.json(job, { headers: { "cache-control": "no-store" } }) : refuse("not_found", 404);
  });
}
