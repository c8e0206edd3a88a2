import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";

/** Every prediction of every run. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/predictions.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportPredictionLines(viewer, benchmark.id), {
      name: `${benchmark.slug}-predictions.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
