import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { exportPoolDrops } from "#lib/curation/queries.ts";
import { download } from "#lib/files/download.ts";

/** Every exchange of a pool that didn’t become a case, and why. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/pool-drops.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportPoolDrops(viewer, benchmark.id), {
      name: `${benchmark.slug}-pool-drops.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
