import type { IncomingMessage } from "node:http";
import { findBodyFault } from "#scripts/serve/bodies/body-faults.ts";
import type { Refusal } from "#scripts/serve/refusal.ts";

/** As much as Next takes for an action; a benchmark's file, which may be larger, is an upload. */
export const bodyLimit = 1024 * 1024;
/** For all of one. */
export const bodyMs = 60_000;
/** What all bodies that are on their way may come to. */
const heldLimit = 128 * bodyLimit;
let held = 0;

const nothing = Buffer.alloc(0);
/** By this Node tells whether a stream was read. Next's route handlers take the body only of one that wasn't. */
const wasRead = Symbol.for("nodejs.stream.disturbed");
const tooLarge: Refusal = { status: 413, reason: "the request is larger than 1 MB." };
const tooMuch: Refusal = {
  status: 503,
  reason: "the server is receiving too much at once. Try again in a moment.",
};
const tooSlow: Refusal = { status: 408, reason: "the rest of the request took too long to arrive." };
const isEmpty: Refusal = { status: 400, reason: "the request declares a body but has none." };
const wasCut: Refusal = { status: 400, reason: "the connection was lost." };

type BodyResult = { fault: Refusal | null; body: Buffer };
const without = (fault: Refusal | null): BodyResult => ({ fault, body: nothing });

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads a body that isn't an upload to its end and looks whether the application can read it, before that begins to.
 * With `putBack` it stands in the request again then, as if nobody had read it.
 */
export function screenBody(
  request: IncomingMessage,
  { putBack, patienceMs = bodyMs }: { putBack: boolean; patienceMs?: number },
): Promise<BodyResult> {
  if (!hasBody(request)) return Promise.resolve(without(findBodyFault(request, nothing)));
  if (Number(request.headers["content-length"] ?? 0) > bodyLimit) return Promise.resolve(without(tooLarge));
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const settle = (fault: Refusal | null, body = nothing) => {
      clearTimeout(late);
      request.off("readable", take).off("close", goAway);
      held -= bytes;
      resolve({ fault, body });
    };
    const take = () => {
      let part: Buffer | null;
      while ((part = request.read() as Buffer | null)) {
        bytes += part.length;
        held += part.length;
        if (bytes > bodyLimit || held > heldLimit) return settle(bytes > bodyLimit ? tooLarge : tooMuch);
        parts.push(part);
      }
      if (!request.complete) return;
      if (bytes === 0) return settle(isEmpty);
      const body = Buffer.concat(parts);
      const fault = findBodyFault(request, body);
      // In this very moment: once the end has been told, nothing can be put before it any more.
      if (!fault && putBack) {
        request.unshift(body);
        Object.assign(request, { [wasRead]: false });
      }
      settle(fault, body);
    };
    const goAway = () => settle(wasCut);
    const late = setTimeout(() => settle(tooSlow), patienceMs).unref();
    request.on("readable", take).once("close", goAway);
  });
}
