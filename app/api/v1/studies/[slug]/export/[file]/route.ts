import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerExport } from "#lib/study-api/files.ts";

/** One file of the export, whole. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/export/[file]">,
): Promise<Response> {
  const { slug, file } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerExport(viewer, request, slug, file));
}
