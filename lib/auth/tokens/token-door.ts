import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { refuseIfBusy } from "#lib/auth/secrets/waiting-line.ts";
import { hashToken, newToken } from "#lib/auth/secrets/secrets.ts";
import { visitorOf } from "#lib/auth/request/visitor.ts";
import type { Role } from "#lib/auth/roles.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { isLoggedAlready, isWrongTooOften } from "#lib/auth/sign-in/throttle.ts";
import { hasRole, type Viewer, type Visitor } from "#lib/auth/viewer.ts";
import { describePerson, getViewer, logRefused } from "#lib/auth/request/request.ts";
import type { Person } from "#lib/auth/sign-in/sign-ins.ts";
import { ask, db } from "#lib/db.ts";

const usedEveryMs = 60_000;

/** A token, and whose it is. */
type TokenRecord = Person & { tokenId: string; tokenName: string; lastUsedAt: Date | null };

/** In SQL: asked with every request, in one exchange. A removal, a new role or a revocation works at once. */
async function findToken(token: string): Promise<TokenRecord | null> {
  const [found] = await ask<TokenRecord>(
    "api token",
    `SELECT t.id AS "tokenId", t.name AS "tokenName", t.last_used_at AS "lastUsedAt", u.id, u.role, u.name, u.handle,
       u.secret_hash IS NOT NULL AS "hasSecret"
     FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > now() AND u.deactivated_at IS NULL`,
    [hashToken(token)],
  );
  return found ?? null;
}

/** At most one write a minute, however many requests come; the very first use is noted with where it came from. */
async function noteUsed({ id, tokenId, tokenName, lastUsedAt }: TokenRecord, from: Visitor): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - usedEveryMs);
  if (lastUsedAt && lastUsedAt > due) return;
  const noted = await ask(
    "api token used",
    `UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3) RETURNING id`,
    [tokenId, now, due],
  );
  if (lastUsedAt === null && noted.length > 0)
    await noteAtDoor(db, from, "token_used", { userId: id, details: { token: tokenName } });
}

/** Whom a token lets act: its owner, with the role they have now. Null for a wrong one, whatever is wrong with it. */
async function getTokenViewer(token: string, request: Request): Promise<Viewer | null> {
  const found = token === "" ? null : await findToken(token);
  if (!found) return null;
  await noteUsed(found, visitorOf(request.headers));
  return describePerson(found, null, request.headers, new URL(request.url).pathname);
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

const form = /^bs_[\w-]{43}$/;

/** Its beginning lets a person, and a scanner of repositories, see what it is. */
export const newApiToken = (): string => `bs_${newToken()}`;

/**
 * What a program sends with `Authorization: Bearer`; null without that. Another scheme is some proxy's business
 * and not ours. What can't be a token is an empty text.
 */
function readBearer(header: string | null): string | null {
  const [, sent] = /^bearer(?:\s+(\S.*))?$/i.exec(header?.trim() ?? "") ?? [null, null];
  if (sent === null) return null;
  const token = sent?.trim() ?? "";
  return form.test(token) ? token : "";
}

/** For programs with a token, and for a browser that is signed in, so that a person can look at what programs get. */
export const withToken = <R extends Role>(
  allowed: readonly R[],
  request: Request,
  answer: (viewer: Viewer<R>) => Promise<Response>,
): Promise<Response> => answerBearer(allowed, { request, signedIn: getViewer }, answer);
