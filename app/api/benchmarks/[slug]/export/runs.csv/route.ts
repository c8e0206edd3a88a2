import { exportedColumns, exportedRows } from "#lib/model-runs/export-runs.ts";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import { download } from "#lib/files/download.ts";
import { listRuns } from "#lib/model-runs/queries.ts";

/** Every figure of every run, unrounded, as a spreadsheet. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/runs.csv">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    const rows = (await listRuns(viewer, benchmark.id)).flatMap(exportedRows);
    const lines = [`\uFEFF${csvLine(exportedColumns)}`, ...rows.map(csvLine)];
    return download(lines, {
      name: `${benchmark.slug}-runs.csv`,
      type: "text/csv; charset=utf-8",
    });
  });
}
