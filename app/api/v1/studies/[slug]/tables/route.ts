import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerTables } from "#lib/study-api/files.ts";

/** The tables of the report, and what their columns and rows are called. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/tables">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerTables(viewer, request, slug));
}
