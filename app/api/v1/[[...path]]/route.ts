import { notFound } from "next/navigation";
import { withToken } from "#lib/auth/tokens/token-viewer.ts";
import { answer } from "#lib/study-api/answer.ts";
import { renderOpenApi } from "#lib/study-api/openapi.ts";
import { findAnswer } from "#lib/study-api/routes.ts";

/** What programs read, as lib/study-api/routes.ts lists it. The description says nothing of any study, so it is open. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/v1/[[...path]]">,
): Promise<Response> {
  const { path = [] } = await params;
  if (path.join("/") === "openapi.json") return answer(request, renderOpenApi());
  const give = findAnswer(path) ?? notFound();
  return withToken(["researcher", "admin"], request, (viewer) => give(viewer, request));
}
