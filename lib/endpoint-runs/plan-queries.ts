import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask } from "#lib/db.ts";
import { askedVersions, scopeValues, type Scope } from "#lib/endpoint-runs/asked-versions.ts";
import { answerTokens, type RunPlan, type RunRequest } from "#lib/endpoint-runs/schema.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import { priceOf } from "#lib/model-calls/price.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

const looked = 200;

/** What a run would take, in SQL over the versions it asks about. Tokens are counted in so many of its prompts, and reckoned from there where there are more. */
export async function planRun(
  _admin: Viewer<"admin">,
  scope: Scope,
  { settings }: Pick<RunRequest, "settings">,
  endpoint: EndpointView,
): Promise<RunPlan> {
  const [counts] = await ask<{ cases: number; leftOut: number; bytes: number }>(
    "count_asked_cases",
    `SELECT count(*) FILTER (WHERE is_asked)::int AS cases, count(*) FILTER (WHERE NOT is_asked)::int AS "leftOut",
       coalesce(sum(octet_length(original)) FILTER (WHERE is_asked), 0)::float8 AS bytes FROM (${askedVersions}) a`,
    scopeValues(scope),
  );
  const { cases = 0, leftOut = 0, bytes = 0 } = counts ?? {};
  const sample = await ask<{ original: string }>(
    "sample_asked_cases",
    `SELECT original FROM (${askedVersions}) a WHERE is_asked ORDER BY hashint8(position) LIMIT ${looked}`,
    scopeValues(scope),
  );
  const count = await loadTokenCount();
  const counted = sample.reduce((sum, { original }) => sum + count(original), 0);
  const read = sample.reduce((sum, { original }) => sum + Buffer.byteLength(original), 0);
  const perSample = read === 0 ? 0 : Math.round((counted * bytes) / read);
  const calls = cases * settings.samples;
  // What is shown before a case is about as long as it.
  const inputTokens = perSample * settings.samples * (1 + settings.shots);
  const outputTokens = calls * (settings.maxTokens ?? answerTokens);
  const tokens = { input: inputTokens, output: outputTokens, cached: null, reasoning: null };
  const money = priceOf(tokens, endpoint.prices);
  const { host } = new URL(endpoint.address);
  return { cases, leftOut, calls, inputTokens, outputTokens, money, currency: endpoint.currency, host };
}
