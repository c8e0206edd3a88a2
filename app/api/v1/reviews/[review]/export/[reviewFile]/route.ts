import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReviewFile } from "#lib/study-api/reviews/answers.ts";

/** One file of items, decisions or checks, or what their columns mean. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/reviews/[review]/export/[reviewFile]">,
): Promise<Response> {
  const { review, reviewFile } = await params;
  return withToken(["researcher", "admin"], request, (viewer) =>
    answerReviewFile(viewer, request, review, reviewFile),
  );
}
