import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { exportDropLines } from "#lib/curation/queries.ts";
import { download } from "#lib/files/download.ts";

/** Every case that was dropped when the benchmark was made, and why. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/dropped.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportDropLines(viewer, benchmark.id), {
      name: `${benchmark.slug}-dropped.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
