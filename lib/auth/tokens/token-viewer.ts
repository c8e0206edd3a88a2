import "server-only";
import { getViewer } from "#lib/auth/request/request.ts";
import type { Role } from "#lib/auth/roles.ts";
import { answerBearer } from "#lib/auth/tokens/token-door.ts";
import type { Viewer } from "#lib/auth/viewer.ts";

/** For programs with a token, and for a browser that is signed in, so that a person can look at what programs get. */
export const withToken = <R extends Role>(
  allowed: readonly R[],
  request: Request,
  answer: (viewer: Viewer<R>) => Promise<Response>,
): Promise<Response> => answerBearer(allowed, { request, signedIn: getViewer }, answer);
