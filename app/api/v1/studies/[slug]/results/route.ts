import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerResults } from "#lib/study-api/results.ts";

/** Every figure of the overview, unrounded. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/results">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerResults(viewer, request, slug));
}
