import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReviewManifest } from "#lib/study-api/reviews/answers.ts";

/** The plan to the byte as it was frozen. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/reviews/[review]/manifest">,
): Promise<Response> {
  const { review } = await params;
  return withToken(["researcher", "admin"], request, (viewer) =>
    answerReviewManifest(viewer, request, review),
  );
}
