import "server-only";
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { secret as authSecret } from "#lib/auth/secrets/secrets.ts";
import { forgetWhenLast, makeCodesIfFirst } from "#lib/auth/second-factor/factors.ts";
import { seal, unseal } from "#lib/auth/second-factor/sealing.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { isAskedTooOften } from "#lib/auth/sign-in/throttle.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

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
