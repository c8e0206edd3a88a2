import { Readable } from "node:stream";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { download } from "#lib/files/download.ts";
import { reportFileName } from "#lib/reports/files.ts";
import { prepareReport, renderReport } from "#lib/reports/report.ts";
import { reportQuery } from "#lib/reports/schema.ts";
import { zipFiles } from "#lib/study-exports/zip.ts";

/** Everything a paper needs, in one file: the same data gives the same bytes. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/report">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const slug = readSegment((await params).slug);
    if (slug === null) return refuse("not_found", 404);
    const query = reportQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) return refuse("wrong_query", 400);
    const prepared = await prepareReport(viewer, { slug, ...query.data });
    if (!prepared.ok) return refuse(prepared.error, prepared.error === "not_found" ? 404 : 409);
    // Whoever asks for the head alone takes nothing.
    if (request.method === "HEAD") return new Response(null);
    const { files } = await renderReport(viewer, prepared.value, request.signal);
    return download(Readable.toWeb(zipFiles(files)) as ReadableStream, {
      name: reportFileName(slug, prepared.value.who),
      type: "application/zip",
    });
  });
}
