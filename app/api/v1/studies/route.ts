import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerStudies } from "#lib/study-api/studies.ts";

/** The caller's studies, newest first. */
export async function GET(request: Request): Promise<Response> {
  return withToken(["researcher", "admin"], request, (viewer) => answerStudies(viewer, request));
}
