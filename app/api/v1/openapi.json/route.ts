import { answer } from "#lib/study-api/answer.ts";
import { renderOpenApi } from "#lib/study-api/openapi.ts";

/** Says nothing of any study, so whoever writes a program may read it. */
export async function GET(request: Request): Promise<Response> {
  return answer(request, renderOpenApi());
}
