import { readSegment } from "#components/benchmarks/address.ts";
import { refuse, withViewer } from "#lib/auth/api.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";
import { exportPredictionLines } from "#lib/model-runs/export-predictions.ts";

/** Every prediction of every run. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/predictions.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const slug = readSegment((await params).slug);
    const benchmark = slug === null ? null : await getBenchmark(viewer, slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportPredictionLines(viewer, benchmark.id), {
      name: `${benchmark.slug}-predictions.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
