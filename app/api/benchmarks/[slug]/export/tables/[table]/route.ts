import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { describeRunTables } from "#lib/reports/benchmark/run-tables.ts";
import { getAutomaticTables } from "#lib/results/automatic/benchmark-queries.ts";
import { readChoice, renderTableFile } from "#lib/reports/tables/table-file.ts";

/** One table of a benchmark, as a paper prints it. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/tables/[table]">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const { slug, table: name } = await params;
    const benchmark = await getBenchmarkAt(viewer, slug);
    if (!benchmark) return refuse("not_found", 404);
    const asked = new URL(request.url).searchParams;
    const choice = readChoice(asked);
    if (!choice.success) return refuse("wrong_query", 400);
    const { tables, head, names } = describeRunTables(
      benchmark,
      await listRuns(viewer, benchmark.id),
      await getAutomaticTables(viewer, benchmark.id, asked.getAll("by")),
    );
    const table = tables.find((one) => one.name === name);
    if (!table) return refuse("not_found", 404);
    const file = renderTableFile(table, { format: asked.get("format"), choice: choice.data, head, names });
    if (!file.ok) return refuse(file.error, 400);
    const { ending, type, content } = file.value;
    return download([content], { name: `${benchmark.slug}-${name}.${ending}`, type });
  });
}
