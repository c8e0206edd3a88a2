import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerTable } from "#lib/study-api/files.ts";

/** One table of the report: LaTeX or CSV. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/tables/[table]">,
): Promise<Response> {
  const { slug, table } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerTable(viewer, request, slug, table));
}
