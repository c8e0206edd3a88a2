import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReviewResults } from "#lib/study-api/reviews/answers.ts";

/** Every figure of the review, unrounded. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/reviews/[review]/results">,
): Promise<Response> {
  const { review } = await params;
  return withToken(["researcher", "admin"], request, (viewer) =>
    answerReviewResults(viewer, request, review),
  );
}
