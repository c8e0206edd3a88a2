import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerFigures } from "#lib/study-api/results.ts";

/** Agreement, calibration, cases, models or people: what their pages show, unrounded. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/results/[figures]">,
): Promise<Response> {
  const { slug, figures } = await params;
  return withToken(["researcher", "admin"], request, (viewer) =>
    answerFigures(viewer, request, slug, figures),
  );
}
