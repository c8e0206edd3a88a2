import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestOutage } from "#lib/database/request-outage.ts";
import { answerUnavailable } from "#scripts/serve/unavailable.ts";

/**
 * Where the database failed in the middle of a request, what the application makes of that is a fault of ours, 500. Nobody
 * gets to see it: the calm answer goes out in its place, with nothing of what the application had put into the head.
 * Returns where an outage is noted.
 */
export function calmOutages(request: IncomingMessage, response: ServerResponse): RequestOutage {
  const note: RequestOutage = { outage: null };
  const { writeHead, flushHeaders, write, end } = response;
  const original = { writeHead, flushHeaders, write, end };
  const before = response.getHeaders();
  let isCalm = false;

  function beCalm(): void {
    isCalm = true;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(before))
      if (value !== undefined) response.setHeader(name, value);
    Object.assign(response, original);
    answerUnavailable(request, response);
    Object.assign(response, guarded);
  }

  const guard = (name: keyof typeof original) =>
    function guardedCall(...given: unknown[]): unknown {
      const status = name === "writeHead" ? Number(given[0]) : response.statusCode;
      if (!isCalm && status === 500 && note.outage && !response.headersSent) beCalm();
      // The rest of what the application says is nobody's any more.
      if (isCalm) return name === "write" || response;
      return Reflect.apply(original[name], response, given);
    };
  const names = Object.keys(original) as (keyof typeof original)[];
  const guarded = Object.fromEntries(names.map((name) => [name, guard(name)]));
  Object.assign(response, guarded);
  return note;
}
