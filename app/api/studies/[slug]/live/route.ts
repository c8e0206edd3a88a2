import { createHash } from "node:crypto";
import { readLiveQuery } from "#components/live/read-live-query.ts";
import { toLiveView } from "#components/live/view.ts";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getSimulation } from "#lib/simulation/queries.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getLive, getTimelines } from "#lib/sittings/watching/live-queries.ts";
import { getStudyAt } from "#lib/studies/queries.ts";
import { getParticipantFlags } from "#lib/study-results/people/care-queries.ts";
import { getStopping } from "#lib/study-results/stopping/stopping-queries.ts";

/** Asked every two seconds by whoever watches: where nothing has changed, the answer says only that. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/live">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const study = await getStudyAt(viewer, (await params).slug);
    if (!study || study.state === "draft") return refuse("not_found", 404);
    const query = readLiveQuery(Object.fromEntries(new URL(request.url).searchParams));
    const care = await getParticipantFlags(viewer, study);
    const [live, answers, people, simulation, stopping] = await Promise.all([
      getLive(viewer, study.id, care),
      getTimelines(study.id),
      listSittings(viewer, study.id, query, care),
      getSimulation(study.id),
      getStopping(viewer, study),
    ]);
    const body = JSON.stringify(
      toLiveView({ state: study.state, live, answers, people, care, simulation, stopping }),
    );
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const headers = { etag, "cache-control": "private, no-cache" };
    const known = request.headers.get("if-none-match")?.replace(/^W\//, "");
    if (known === etag) return new Response(null, { status: 304, headers });
    return new Response(body, {
      headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    });
  });
}
