import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";

/** Every current case, with its right answer. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/cases.jsonl">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    return download(exportCaseLines(viewer, benchmark.id), {
      name: `${benchmark.slug}-cases.jsonl`,
      type: "application/jsonl; charset=utf-8",
    });
  });
}
