import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { downloadFolder } from "#lib/benchmark-folders/write-folder.ts";
import { folderRequest } from "#lib/benchmark-folders/schema.ts";

/** A benchmark as others can load it, with its right answers and the answers of the studies that are named. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/export/folder.zip">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const benchmark = await getBenchmarkAt(viewer, (await params).slug);
    if (!benchmark) return refuse("not_found", 404);
    const { searchParams } = new URL(request.url);
    const given = { ...Object.fromEntries(searchParams), study: searchParams.getAll("study") };
    const asked = folderRequest.safeParse(given);
    if (!asked.success) return refuse("wrong_query", 400);
    // Whoever asks for the head alone takes nothing, and nothing is opened for it.
    if (request.method === "HEAD") return new Response(null);
    const response = await downloadFolder(viewer, benchmark.id, asked.data, request.signal);
    return response.ok ? response.value : refuse(response.error, 409);
  });
}
