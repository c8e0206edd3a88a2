import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerStudy } from "#lib/study-api/studies.ts";

/** One study, and what can be asked of it. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]">,
): Promise<Response> {
  const { slug } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerStudy(viewer, request, slug));
}
