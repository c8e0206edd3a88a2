import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerReviewReport } from "#lib/study-api/reviews/answers.ts";

/** Methods, the table of annotators and the funnel, in one file. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/reviews/[review]/report.zip">,
): Promise<Response> {
  const { review } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerReviewReport(viewer, request, review));
}
