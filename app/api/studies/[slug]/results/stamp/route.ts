import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { getStamp } from "#lib/study-results/rows/rows-queries.ts";

/** Asked every two seconds by whoever looks at results of a study that runs: changes with everything they are made of. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/studies/[slug]/results/stamp">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const slug = readSegment((await params).slug);
    const stamp = slug === null ? null : await getStamp(viewer, slug, { mayLag: true });
    if (stamp === null) return refuse("not_found", 404);
    return new Response(stamp, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "private, no-store" },
    });
  });
}
