import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import type { Refusal } from "#scripts/serve/refusal.ts";

const actionId = /^[\da-f]{42}$/;
const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Why the application couldn't read what a request says about itself. */
export function findHeaderFault(
  { headers, method }: IncomingMessage,
  host: string | undefined,
): Refusal | null {
  const refused = (reason: string): Refusal => ({ status: 400, reason });
  if (host !== undefined && !hostName.test(host)) return refused("the Host header is invalid.");
  const action = headers["next-action"];
  if (action !== undefined && (method !== "POST" || !actionId.test([action].flat().join()))) {
    return refused("the form action is invalid.");
  }
  return isRouterState(headers["next-router-state-tree"]) ? null : refused("the page state is invalid.");
}

/** By Next's own reading of it, which throws where a page's render would. */
function isRouterState(state: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
}
