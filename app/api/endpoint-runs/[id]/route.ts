import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getLiveRun } from "#lib/endpoint-runs/queries.ts";
import { runInput } from "#lib/endpoint-runs/schema.ts";

export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/endpoint-runs/[id]">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const given = runInput.safeParse(await params);
    const run = given.success ? await getLiveRun(viewer, given.data.id) : null;
    return run ? Response.json(run, { headers: { "cache-control": "no-store" } }) : refuse("not_found", 404);
  });
}
