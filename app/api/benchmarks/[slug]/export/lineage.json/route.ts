import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { download } from "#lib/files/download.ts";

/** Where the cases come from, to the byte: its SHA-256 is the one that the benchmark's page shows. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/lineage.json">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    const lineage = benchmark && (await getLineage(viewer, benchmark.id));
    if (!lineage) return refuse("not_found", 404);
    const { content, hash } = writeLineage(lineage);
    const response = download([content], {
      name: `${benchmark.slug}-lineage.json`,
      type: "application/json; charset=utf-8",
    });
    response.headers.set("x-content-sha256", hash);
    return response;
  });
}
