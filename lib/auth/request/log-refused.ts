import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { log } from "#lib/log.ts";
import { fail, type Failure } from "#lib/result.ts";

/** A page says no by its status, and a form answers 200: whoever reads the log learns who tried a door of others. */
export function logRefused({ userId, role, actor, requestId, from }: Viewer): Failure<"not_allowed"> {
  log.info({ requestId, refused: "not_allowed", userId, role, place: actor.place, address: from?.address });
  return fail("not_allowed");
}
