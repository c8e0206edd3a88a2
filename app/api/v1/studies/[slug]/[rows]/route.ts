import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerRows } from "#lib/study-api/rows.ts";

/** Answers, participants, cases, predictions or the history of answers, page by page. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/[rows]">,
): Promise<Response> {
  const { slug, rows } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerRows(viewer, request, slug, rows));
}
