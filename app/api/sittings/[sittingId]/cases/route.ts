import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { listOwnCases } from "#lib/sittings/returning/device-queries.ts";
import { caseRange, ownSitting } from "#lib/sittings/schema.ts";
import type { CasesSent } from "#lib/sittings/answers/wire.ts";

/** The cases that come next, so that going on needs no network. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/sittings/[sittingId]/cases">,
): Promise<Response> {
  return withViewer(["participant"], async (viewer) => {
    const sitting = ownSitting.safeParse(await params);
    if (!sitting.success) return refuse("not_found", 404);
    const range = caseRange.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!range.success) return refuse("invalid", 400);
    const cases = await listOwnCases(viewer, sitting.data.sittingId, range.data);
    if (!cases.ok) return refuse(cases.error, cases.error === "not_found" ? 404 : 409);
    const sent: CasesSent = { cases: cases.value };
    return Response.json(sent, { headers: { "cache-control": "no-store" } });
  });
}
