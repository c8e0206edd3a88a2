import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { recordTest } from "#lib/endpoints/mutations.ts";
import { openEndpoint } from "#lib/endpoints/stored-endpoint.ts";
import type { TestReport } from "#lib/endpoints/schema.ts";
import { env } from "#lib/env.ts";
import { callModel } from "#lib/model-calls/call-model.ts";
import { type CallRequest, priceOf } from "#lib/model-calls/schema.ts";
import { succeed, type Result } from "#lib/result.ts";

const timeoutMs = 30_000;
/** As much as is shown of an answer. */
const maxShown = 1000;

/** Nothing that not every model takes: some refuse a temperature, others need more tokens than one would allow. */
const smallRequest = (model: string): CallRequest => ({
  model,
  messages: [{ role: "user", text: "Reply with one word: ready" }],
  temperature: null,
  maxTokens: null,
  seed: null,
  reasoningEffort: null,
  isStreamed: false,
  timeoutMs,
});

/** One small call, to see that address, key and model name fit. */
export async function testEndpoint(
  viewer: Viewer<"admin">,
  { id, model }: { id: number; model: string },
): Promise<Result<TestReport, "not_found" | "key_unreadable">> {
  const opened = await openEndpoint(id);
  if (!opened.ok) return opened;
  const { reach, prices, currency } = opened.value;
  const outcome = await callModel(reach, smallRequest(model), { allowed: env.modelHosts });
  const { text, answeredBy, tokens, totalMs, isFake } = outcome.reply;
  const failure = outcome.ok ? null : outcome.failure;
  await recordTest(viewer, id, { model, failure, answeredBy, tokens, totalMs, isFake });
  return succeed({
    model,
    failure,
    answeredBy,
    tokens,
    totalMs,
    isFake,
    currency,
    fault: outcome.ok ? null : { cause: outcome.cause, status: outcome.status, said: outcome.said },
    text: text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text,
    cost: priceOf(tokens, prices),
  });
}
