import { readSegment } from "#components/benchmarks/address.ts";
import { refuse, withViewer } from "#lib/auth/api.ts";
import { exportCaseLines } from "#lib/benchmarks/export-cases.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";

/** Every current case, with its right answer. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/cases.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const slug = readSegment((await params).slug);
    const benchmark = slug === null ? null : await getBenchmark(viewer, slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportCaseLines(viewer, benchmark.id), {
      name: `${benchmark.slug}-cases.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
