import { getViewer } from "#lib/auth/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { getJob } from "#lib/jobs/queries.ts";
import { jobInput } from "#lib/jobs/schema.ts";

export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/jobs/[jobId]">,
): Promise<Response> {
  const viewer = await getViewer();
  if (!viewer) return answer({ error: "not_signed_in" }, 401);
  if (!hasRole(viewer, ["admin"])) return answer({ error: "not_allowed" }, 403);
  const given = jobInput.safeParse(await params);
  const job = given.success ? await getJob(viewer, given.data.jobId) : null;
  return job ? answer(job, 200) : answer({ error: "not_found" }, 404);
}

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });
