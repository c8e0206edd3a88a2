import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReport } from "#lib/study-api/files.ts";

/** Everything a paper needs, in one file. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/report.zip">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerReport(viewer, request, slug));
}
