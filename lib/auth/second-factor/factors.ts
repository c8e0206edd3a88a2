import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { type Factors, recoveryCodeCount } from "#lib/auth/second-factor/schema.ts";
import { endSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { randomBytes, hkdfSync } from "node:crypto";
import { hashToken, secret as authSecret } from "#lib/auth/secrets/secrets.ts";
import { sealUnder, unsealUnder } from "#lib/sealed.ts";
import { Secret, TOTP } from "otpauth";
import { isAskedTooOften, clearAsked } from "#lib/auth/sign-in/throttle.ts";

const confirmed = { confirmedAt: { not: null } } as const;

export async function listFactors({ userId }: Staff): Promise<Factors> {
  const [app, passkeys, recoveryCodes] = await Promise.all([
    db.codeApp.findUnique({ where: { userId, ...confirmed }, select: { confirmedAt: true } }),
    db.passkey.findMany({
      where: { userId },
      select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      orderBy: { createdAt: "asc" },
    }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { codeAppSince: app?.confirmedAt ?? null, passkeys, recoveryCodes };
}

/** Whether the way in asks this person for more than the first factor. */
export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const apps = await tx.codeApp.count({ where: { userId, ...confirmed } });
  return apps > 0 || (await tx.passkey.count({ where: { userId } })) > 0;
}

/** With the first factor come the codes for the day it is lost; whoever has some keeps them. */
export async function makeCodesIfFirst(tx: Transaction, viewer: Staff): Promise<string[]> {
  const there = await tx.recoveryCode.count({ where: { userId: viewer.userId } });
  return there > 0 ? [] : makeRecoveryCodes(tx, viewer);
}

export async function renewRecoveryCodes(viewer: Staff): Promise<Result<string[], "no_second_factor">> {
  return db.$transaction(async (tx) =>
    (await hasSecondFactor(tx, viewer.userId))
      ? succeed(await makeRecoveryCodes(tx, viewer))
      : fail("no_second_factor"),
  );
}

/** Recovery codes stand for a factor; without one they would be a way in by themselves. */
export async function forgetWhenLast(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await tx.recoveryCode.deleteMany({ where: { userId } });
}

/** For somebody who has lost everything: they come in with the first factor alone, and everywhere anew. */
export async function resetSecondFactor(
  viewer: Viewer<"admin">,
  userId: string,
): Promise<Result<undefined, "not_found" | "no_second_factor">> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true } });
    if (!user) return fail("not_found");
    if (!(await hasSecondFactor(tx, userId))) return fail("no_second_factor");
    await tx.codeApp.deleteMany({ where: { userId } });
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    const signedOut = await endSignIns(tx, userId);
    const subject = { type: "user", id: userId };
    await recordEvent(tx, viewer, "second_factor.reset", subject, { passkeys, signedOut });
    return succeed();
  });
}

// Without letters that are taken for others. 24 of 32 are 120 bits, so that a fast hash keeps them as well as a slow one would.
const letters = "abcdefghjkmnpqrstuvwxyz023456789";

const newRecoveryCode = (): string =>
  Array.from(randomBytes(24), (byte) => letters[byte % letters.length])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/** As people copy it from paper. */
const readRecoveryCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/o/g, "0");

const hashOf = (userId: string, code: string) => hashToken(`recovery ${userId} ${readRecoveryCode(code)}`);

/** Shown this once; the ones before are worth nothing any more. */
export async function makeRecoveryCodes(tx: Transaction, viewer: Staff): Promise<string[]> {
  const { userId } = viewer;
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })),
  });
  await recordEvent(tx, viewer, "recovery_codes.made", { type: "user", id: userId });
  return codes;
}

/** One statement decides, so that of two who type it at once one gets in. */
export async function spendRecoveryCode(viewer: Staff, typed: string): Promise<boolean> {
  const { userId } = viewer;
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, codeHash: hashOf(userId, typed), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

type SealContext = { owner: string; key: string };

const under = ({ owner, key: authSecret }: SealContext) => ({
  key: Buffer.from(hkdfSync("sha256", authSecret, "", "benchside: secrets of authenticator apps", 32)),
  boundTo: owner,
});

/** Bound to its owner: moved to somebody else's row it can't be opened. */
export const seal = (secret: Uint8Array, given: SealContext): Uint8Array<ArrayBuffer> =>
  sealUnder(secret, under(given));

/** Null where it was sealed under another AUTH_SECRET, or changed since. */
export const unseal = (sealed: Uint8Array, given: SealContext): Uint8Array<ArrayBuffer> | null =>
  unsealUnder(sealed, under(given));

const period = 30;
/** Clocks may be one step apart. */
const drift = 1;

export type Setup = { secret: string; address: string };

const appOf = (handle: string, bytes: Uint8Array<ArrayBuffer>) =>
  new TOTP({ issuer: "Benchside", label: handle, period, secret: new Secret({ buffer: bytes.buffer }) });

function setupOf({ handle }: Staff, bytes: Uint8Array<ArrayBuffer>): Setup {
  const app = appOf(handle, bytes);
  return { secret: app.secret.base32, address: app.toString() };
}

/** Either what the app has to be told, or that it is set up, with the recovery codes where it is the first factor. */
export type CodeAppState = ({ state: "begun" } & Setup) | { state: "confirmed"; codes: string[] };

/** A new secret, which counts for nothing until a code of it has come. */
export async function beginCodeApp(viewer: Staff): Promise<Result<CodeAppState, "there_already">> {
  const { userId } = viewer;
  const bytes = new Uint8Array(randomBytes(20));
  const secret = seal(bytes, { owner: userId, key: authSecret() });
  // In SQL: Prisma's upsert can't leave a confirmed one as it is.
  const [row] = await db.$queryRaw<unknown[]>`
    INSERT INTO code_apps (user_id, secret) VALUES (${userId}::uuid, ${secret})
    ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = now(), last_step = 0
      WHERE code_apps.confirmed_at IS NULL
    RETURNING user_id`;
  return row ? succeed({ state: "begun", ...setupOf(viewer, bytes) }) : fail("there_already");
}

/** The recovery codes, where this is the first factor; the secret again, where the code was wrong. */
export async function confirmCodeApp(
  viewer: Staff,
  typed: string,
): Promise<Result<CodeAppState, "wrong_code" | "throttled" | "not_found">> {
  const { userId } = viewer;
  if (await isAskedTooOften(`confirm code app ${userId}`)) return fail("throttled");
  const row = await db.codeApp.findUnique({ where: { userId } });
  const bytes = row && !row.confirmedAt ? unseal(row.secret, { owner: userId, key: authSecret() }) : null;
  if (!row || !bytes) return fail("not_found");
  const step = stepOf(appOf(viewer.handle, bytes), typed);
  if (step === null) return fail("wrong_code", setupOf(viewer, bytes));
  return db.$transaction(async (tx) => {
    const now = new Date();
    const { count } = await tx.codeApp.updateMany({
      where: { userId, confirmedAt: null, secret: row.secret },
      data: { confirmedAt: now, lastStep: step },
    });
    if (count === 0) return fail("not_found");
    await recordEvent(tx, viewer, "code_app.set_up", { type: "user", id: userId });
    return succeed({ state: "confirmed", codes: await makeCodesIfFirst(tx, viewer) });
  });
}

/** Each code once: one of the same half minute as the last, or of one before, is refused. */
export async function spendCode(viewer: Staff, typed: string): Promise<boolean> {
  const { userId } = viewer;
  const row = await db.codeApp.findUnique({ where: { userId, confirmedAt: { not: null } } });
  const bytes = row && unseal(row.secret, { owner: userId, key: authSecret() });
  const step = bytes ? stepOf(appOf(viewer.handle, bytes), typed) : null;
  if (step === null) return false;
  const { count } = await db.codeApp.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step, lastUsedAt: new Date() },
  });
  return count === 1;
}

function stepOf(app: TOTP, typed: string): number | null {
  const token = typed.normalize("NFKC").replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = Date.now();
  const delta = app.validate({ token, timestamp, window: drift });
  return delta === null ? null : app.counter({ timestamp }) + delta;
}

export async function removeCodeApp(viewer: Staff): Promise<Result<undefined, "not_found">> {
  const { userId } = viewer;
  return db.$transaction(async (tx) => {
    const { count } = await tx.codeApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) return fail("not_found");
    await recordEvent(tx, viewer, "code_app.removed", { type: "user", id: userId });
    await forgetWhenLast(tx, userId);
    return succeed();
  });
}

/** What somebody has shown, as the record names it. */
export type Proof = { by: "code" | "recovery_code" } | { by: "passkey"; name: string };

/** A code of the app or one of the recovery codes. Whoever gets this far knows the password: wrong ones are in the record. */
export async function proveByCode(
  viewer: Staff,
  typed: string,
): Promise<Result<Proof, "wrong_code" | "throttled">> {
  const counted = `second factor ${viewer.userId}`;
  const isThrottled = await isAskedTooOften(counted);
  const by = isThrottled ? null : await spend(viewer, typed);
  if (by) {
    await clearAsked(counted);
    return succeed({ by });
  }
  if (isThrottled) return fail("throttled");
  await recordEvent(db, viewer, "second_factor.refused", { type: "user", id: viewer.userId });
  return fail("wrong_code");
}

async function spend(viewer: Staff, typed: string): Promise<"code" | "recovery_code" | null> {
  if (await spendCode(viewer, typed)) return "code";
  return (await spendRecoveryCode(viewer, typed)) ? "recovery_code" : null;
}
