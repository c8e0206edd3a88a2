import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerManifest } from "#lib/study-api/studies.ts";

/** The plan to the byte as it was frozen. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/manifest">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerManifest(viewer, request, slug));
}
