import "server-only";
import { randomBytes } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { recoveryCodeCount } from "#lib/auth/second-factor/schema.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";

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
