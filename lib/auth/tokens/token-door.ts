import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { refuseIfBusy } from "#lib/auth/secrets/waiting-line.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { Role } from "#lib/auth/roles.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { isLoggedAlready, isWrongTooOften } from "#lib/auth/sign-in/throttle.ts";
import { readBearer } from "#lib/auth/tokens/token-text.ts";
import { admit, hasRole, type Viewer, type Visitor } from "#lib/auth/viewer.ts";
import { logRefused } from "#lib/auth/request/log-refused.ts";
import { placeOf, visitorOf } from "#lib/auth/request/visitor.ts";
import { ask, db } from "#lib/db.ts";

const usedEveryMs = 60_000;

type TokenRecord = {
  id: string;
  lastUsedAt: Date | null;
  userId: string;
  role: Role;
  /** The token's own, and its owner's. */
  name: string;
  userName: string;
  handle: string;
  hasSecret: boolean;
};

/** In SQL: asked with every request, in one exchange. A removal, a new role or a revocation works at once. */
async function findToken(token: string): Promise<TokenRecord | null> {
  const [found] = await ask<TokenRecord>(
    "api token",
    `SELECT t.id, t.name, t.last_used_at AS "lastUsedAt", u.id AS "userId", u.role, u.name AS "userName", u.handle,
       u.secret_hash IS NOT NULL AS "hasSecret"
     FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now() AND u.deactivated_at IS NULL`,
    [hashToken(token)],
  );
  return found ?? null;
}

/** At most one write a minute, however many requests come; the very first use is noted with where it came from. */
async function noteUsed({ id, name, userId, lastUsedAt }: TokenRecord, from: Visitor): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - usedEveryMs);
  if (lastUsedAt && lastUsedAt > due) return;
  const noted = await ask(
    "api token used",
    `UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3) RETURNING id`,
    [id, now, due],
  );
  if (lastUsedAt === null && noted.length > 0)
    await noteAtDoor(db, from, "token_used", { userId, details: { token: name } });
}

/** Whom a token lets act: its owner, with the role they have now. Null for a wrong one, whatever is wrong with it. */
async function getTokenViewer(token: string, request: Request): Promise<Viewer | null> {
  const found = token === "" ? null : await findToken(token);
  if (!found) return null;
  const from = visitorOf(request.headers);
  await noteUsed(found, from);
  const { userId, role, userName, handle, hasSecret } = found;
  return admit({
    userId,
    role,
    name: userName,
    handle,
    hasSecret,
    signInId: null,
    actor: { id: userId, origin: "web", place: placeOf(new URL(request.url).pathname) },
    requestId: request.headers.get("x-request-id"),
    from,
  });
}

const messages = {
  no_token:
    "Send an access token: Authorization: Bearer bs_… You can make one at /account/tokens. In a browser you can sign in instead.",
  wrong_token: "This token is unknown, revoked or expired. Make a new one at /account/tokens.",
  too_many_wrong_tokens: `Too many wrong tokens came from your address. Wait ${windowMinutes} minutes, then use a valid one.`,
  not_allowed: "Only researchers and admins can read this.",
} as const;

const refuse = (error: keyof typeof messages, status: number, headers: Record<string, string> = {}) =>
  Response.json(
    { error, message: messages[error] },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );

const unproven = (error: "no_token" | "wrong_token") =>
  refuse(error, 401, { "www-authenticate": `Bearer realm="Benchside"` });

/** A wrong token is refused, whoever else is signed in. */
export async function answerBearer<R extends Role>(
  allowed: readonly R[],
  { request, signedIn }: { request: Request; signedIn: () => Promise<Viewer | null> },
  answer: (viewer: Viewer<R>) => Promise<Response>,
): Promise<Response> {
  const token = readBearer(request.headers.get("authorization"));
  const viewer = token === null ? await signedIn() : await getTokenViewer(token, request);
  if (viewer)
    return hasRole(viewer, allowed)
      ? answer(viewer).catch(refuseIfBusy)
      : refuse(logRefused(viewer).error, 403);
  if (token === null) return unproven("no_token");
  // Looked at first, and counted only then: whoever has a right one is not in the way of a neighbour who hasn't.
  const from = visitorOf(request.headers);
  if (!(await isLoggedAlready("token", from.address)))
    await noteAtDoor(db, from, "token_refused", { userId: null });
  if (await isWrongTooOften(from.address))
    return refuse("too_many_wrong_tokens", 429, { "retry-after": `${windowMinutes * 60}` });
  return unproven("wrong_token");
}
