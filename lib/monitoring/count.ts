import type { IncomingMessage, ServerResponse } from "node:http";
import { own } from "#lib/monitoring/registry.ts";
import { groupOf } from "#lib/monitoring/request-groups.ts";
import type { Result } from "#lib/result.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Once a request's response is over. One that the client gave up has the status that it would have got. */
export function countRequest(
  { method = "GET" }: Pick<IncomingMessage, "method">,
  response: ServerResponse,
  path: string,
): void {
  const since = performance.now();
  const group = groupOf(path);
  own.underWay.inc();
  response.once("close", () => {
    own.underWay.dec();
    const status = String(response.statusCode);
    own.requests.inc({ group, method: methods.has(method) ? method : "other", status });
    own.requestSeconds.observe({ group }, (performance.now() - since) / 1000);
  });
}

/** Counts one answer by what became of it. */
export async function countSave<Outcome extends Result<unknown, string>>(
  save: () => Promise<Outcome>,
): Promise<Outcome> {
  const since = performance.now();
  let reason = "error";
  try {
    const outcome = await save();
    reason = outcome.ok ? "" : outcome.error;
    return outcome;
  } finally {
    if (reason !== "") own.refused.inc({ reason });
    else {
      own.acknowledged.inc();
      own.saveSeconds.observe((performance.now() - since) / 1000);
    }
  }
}
