import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";
import { listRuns } from "#lib/model-runs/queries.ts";

/** Every figure of every run, unrounded, with everything that is known of the run. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/runs.json">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    const runs = await listRuns(viewer, benchmark.id);
    const { name, slug: address } = benchmark;
    return download([`${JSON.stringify({ benchmark: { name, slug: address }, runs }, null, 1)}\n`], {
      name: `${benchmark.slug}-runs.json`,
      type: "application/json; charset=utf-8",
    });
  });
}
