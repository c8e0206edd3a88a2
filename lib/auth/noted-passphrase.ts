import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { forget, kept, secret } from "#lib/auth/cookie.ts";
import { passphraseFrom } from "#lib/auth/participant-secrets.ts";
import { hashSecret, verifySecret } from "#lib/auth/secrets.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

const name = "benchside-note";
const maxAge = 24 * 60 * 60;

/**
 * The first passphrase of somebody who has just come in by a form; null where they have made another since.
 * The form makes it, so that the same form sent twice shows the same words, and only their hash is stored.
 */
export async function giveFirstPassphrase(userId: string, form: string): Promise<string | null> {
  const passphrase = passphraseFrom(form, secret());
  const where = { id: userId, secretHash: null };
  const data = { secretHash: await hashSecret(passphrase) };
  const { count } = await db.user.updateMany({ where, data });
  if (count > 0) return passphrase;
  return (await isOf(userId, passphrase)) ? passphrase : null;
}

async function isOf(userId: string, passphrase: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { secretHash: true } });
  return verifySecret(user?.secretHash ?? null, passphrase);
}

/** Carries it to the page that shows it, encrypted, in this browser alone: there it stands until somebody goes on. */
export async function writeNote(userId: string, passphrase: string): Promise<void> {
  const token = await encode({ token: { of: userId, passphrase }, secret: secret(), maxAge });
  (await cookies()).set(name, token, kept(maxAge));
}

/** Null too where a newer one was made in the meantime: a word that opens nothing is not shown. */
export async function readNote({ userId }: Viewer<"participant">): Promise<string | null> {
  const token = (await cookies()).get(name)?.value;
  const note = token ? await decode({ token, secret: secret() }).catch(() => null) : null;
  const passphrase = note?.of === userId && typeof note.passphrase === "string" ? note.passphrase : null;
  return passphrase !== null && (await isOf(userId, passphrase)) ? passphrase : null;
}

export const clearNote = (): Promise<void> => forget(name);
