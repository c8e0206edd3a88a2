import "server-only";
import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cookieName, forget, kept } from "#lib/auth/sign-in/cookie.ts";
import { passphraseFrom } from "#lib/auth/secrets/participant-secrets.ts";
import { hashSecret, secret, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { isAskedTooOften } from "#lib/auth/sign-in/throttle.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

const name = cookieName("benchside-note");
const maxAge = 24 * 60 * 60;

/** What its page shows, and a mark of the hash that it opens. */
type Note = { passphrase: string; opens: string };

/**
 * The first passphrase of somebody who has just come in by a form; null where they have made another since.
 * The form makes it, so that the same form sent twice shows the same words, and only their hash is stored. Who has
 * just been made has none to look for.
 */
export async function giveFirstPassphrase(
  userId: string,
  form: string,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Note | null> {
  const passphrase = passphraseFrom(form, secret());
  if (isNew || (await storedHash(userId)) === null) {
    const secretHash = await hashSecret(passphrase);
    const { count } = await db.user.updateMany({
      where: { id: userId, secretHash: null },
      data: { secretHash },
    });
    if (count > 0) return { passphrase, opens: markOf(secretHash) };
  }
  if (await isAskedTooOften(`first passphrase ${userId}`)) return null;
  const stored = await storedHash(userId);
  return stored && (await verifySecret(stored, passphrase)) ? { passphrase, opens: markOf(stored) } : null;
}

async function storedHash(userId: string): Promise<string | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { secretHash: true } });
  return user?.secretHash ?? null;
}

const markOf = (secretHash: string) => createHash("sha256").update(secretHash).digest("base64url");

/** Carries it to the page that shows it, encrypted, in this browser alone: there it stands until somebody goes on. */
export async function writeNote(userId: string, note: Note): Promise<void> {
  const token = await encode({ token: { of: userId, ...note }, secret: secret(), maxAge });
  (await cookies()).set(name, token, kept(maxAge));
}

/** Null too where a newer one was made in the meantime: a word that opens nothing is not shown. */
export async function readNote({ userId }: Viewer<"participant">): Promise<string | null> {
  const token = (await cookies()).get(name)?.value;
  const note = token ? await decode({ token, secret: secret() }).catch(() => null) : null;
  if (note?.of !== userId || typeof note.passphrase !== "string") return null;
  const stored = await storedHash(userId);
  return stored !== null && note.opens === markOf(stored) ? note.passphrase : null;
}

export const clearNote = (): Promise<void> => forget(name);
