import "server-only";
import { checkHealth } from "#lib/health/queries.ts";

/** Whether answers can be stored here now: for whoever sends people here or elsewhere. */
export async function answerHealth(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
