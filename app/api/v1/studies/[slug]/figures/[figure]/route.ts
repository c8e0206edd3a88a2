import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerFigure } from "#lib/study-api/files.ts";

/** A figure as a page shows it: drawn for paper, or its numbers. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/studies/[slug]/figures/[figure]">,
): Promise<Response> {
  const { slug, figure } = await params;
  return withToken(["researcher", "admin"], request, (viewer) => answerFigure(viewer, request, slug, figure));
}
