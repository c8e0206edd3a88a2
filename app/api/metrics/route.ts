import { refuse } from "#lib/auth/request/api.ts";
import { env } from "#lib/env.ts";
import { gather } from "#lib/monitoring/gather.ts";
import { isScraper, metricsHeaders, refusedScraper } from "#lib/monitoring/scraping.ts";

export const dynamic = "force-dynamic";

/** For Prometheus: all processes of this instance, whichever of them is asked. Not there without METRICS_TOKEN. */
export async function GET(request: Request): Promise<Response> {
  if (env.metricsToken === null) return refuse("not_found", 404);
  if (!isScraper(request.headers.get("authorization"), env.metricsToken))
    return new Response(null, { status: 401, headers: refusedScraper });
  const text = await gather("web").catch(() => null);
  return text === null ? refuse("unavailable", 503) : new Response(text, { headers: metricsHeaders });
}
