import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReview } from "#lib/study-api/reviews/answers.ts";

/** One review: its state, and how many items stand where. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/reviews/[review]">,
): Promise<Response> {
  const { review } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerReview(viewer, request, review));
}
