import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { exportFileName, exportQuery } from "#lib/study-exports/schema.ts";

/** A file of answers, or all of them zipped. With the same key, files that are downloaded one by one fit together. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/export/[file]">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const { slug: segment, file: name } = await params;
    const slug = readSegment(segment);
    const file = exportFileName.safeParse(name);
    if (slug === null || !file.success) return refuse("not_found", 404);
    const { track = null, ...given } = Object.fromEntries(new URL(request.url).searchParams);
    const query = exportQuery.safeParse(given);
    if (!query.success) return refuse("wrong_query", 400);
    const prepared = await prepareExport(viewer, slug, query.data);
    if (!prepared.ok) return refuse(prepared.error, prepared.error === "not_found" ? 404 : 409);
    // Whoever asks for the head alone takes nothing, and nothing is opened for it.
    if (request.method === "HEAD") return new Response(null);
    const asked = { file: file.data, track, signal: request.signal };
    const response = await downloadExport(viewer, prepared.value, asked);
    return response.ok ? response.value : refuse(response.error, 404);
  });
}
