import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerExport } from "#lib/study-api/files.ts";

/** Every file of rows, the codebook and the plan, in one file. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/export.zip">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerExport(viewer, request, slug));
}
