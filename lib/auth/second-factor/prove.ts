import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { spendCode } from "#lib/auth/second-factor/code-app.ts";
import { spendRecoveryCode } from "#lib/auth/second-factor/recovery-codes.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { clearAsked, isAskedTooOften } from "#lib/auth/sign-in/throttle.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

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
