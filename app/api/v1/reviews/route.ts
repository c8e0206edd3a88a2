import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReviews } from "#lib/study-api/reviews/answers.ts";

/** The reviews that the caller leads, newest first. */
export async function GET(request: Request): Promise<Response> {
  return withToken(["researcher", "admin"], request, (viewer) => answerReviews(viewer, request));
}
