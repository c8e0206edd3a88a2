import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answerStart } from "#lib/study-api/start.ts";

/** Whether a token works, and where to go from here. */
export async function GET(request: Request): Promise<Response> {
  return withToken(["researcher", "admin"], request, async (viewer) => answerStart(viewer, request));
}
