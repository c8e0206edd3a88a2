import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getOwnState } from "#lib/sittings/returning/device-queries.ts";
import { ownSitting } from "#lib/sittings/schema.ts";

/** What another tab or device may have changed. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/sittings/[sittingId]/state">,
): Promise<Response> {
  return withViewer(["participant"], async (viewer) => {
    const sitting = ownSitting.safeParse(await params);
    const state = sitting.success ? await getOwnState(viewer, sitting.data.sittingId) : null;
    return state
      ? Response.json(state, { headers: { "cache-control": "no-store" } })
      : refuse("not_found", 404);
  });
}
