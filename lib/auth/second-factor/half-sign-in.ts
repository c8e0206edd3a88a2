import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { keptDays, signInDays, unkeptDays } from "#lib/auth/terms.ts";
import type { Role } from "#lib/auth/roles.ts";
import { hasSecondFactor } from "#lib/auth/second-factor/factors.ts";
import type { Proof } from "#lib/auth/second-factor/factors.ts";
import { halfMinutes } from "#lib/auth/second-factor/schema.ts";
import { startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { SignInMethod } from "#lib/generated/prisma/enums.ts";

export type SignInAttempt = { method: SignInMethod; device: string; isKept: boolean };
export type SignedIn = { kind: "signed_in"; signInId: string; days: number };
/** Whoever has a second factor is not in yet. */
export type Admission = SignedIn | { kind: "half"; halfId: string };

/** After the first factor. */
export async function admitPerson(
  tx: Transaction,
  { id, role }: { id: string; role: Role },
  coming: SignInAttempt,
): Promise<Admission> {
  if (role !== "participant" && (await hasSecondFactor(tx, id)))
    return { kind: "half", halfId: await startHalf(tx, id, coming) };
  const days = role === "participant" ? signInDays : daysOf(coming);
  return { kind: "signed_in", signInId: await start(tx, id, coming, days), days };
}

/** Of the links that lead to this door each was made for one person. */
const start = (tx: Transaction, userId: string, { method, device }: SignInAttempt, days: number) =>
  startSignIn(tx, userId, method, device, { days, byOwnLink: method === "link" });

const daysOf = ({ isKept }: Pick<SignInAttempt, "isKept">) => (isKept ? keptDays : unkeptDays);

/** Without a person where a passkey has yet to say who comes. */
export async function startHalf(
  tx: Transaction,
  userId: string | null,
  coming: SignInAttempt,
): Promise<string> {
  const expiresAt = new Date(Date.now() + halfMinutes * 60_000);
  const { id } = await tx.halfSignIn.create({ data: { userId, ...coming, expiresAt }, select: { id: true } });
  return id;
}

export type HalfSignIn = SignInAttempt & { id: string; userId: string | null };

export async function findHalf(id: string): Promise<HalfSignIn | null> {
  return db.halfSignIn.findFirst({
    where: { id, expiresAt: { gt: new Date() }, OR: [{ userId: null }, { user: { deactivatedAt: null } }] },
    select: { id: true, userId: true, method: true, device: true, isKept: true },
  });
}

/** Used up by the sign-in it becomes; null where it ended in the meantime. */
export async function finishHalf(half: HalfSignIn, viewer: Staff, proof: Proof): Promise<SignedIn | null> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.halfSignIn.deleteMany({
      where: { id: half.id, expiresAt: { gt: new Date() } },
    });
    const person = await tx.user.count({ where: { id: viewer.userId, deactivatedAt: null } });
    if (count === 0 || person === 0) return null;
    const days = daysOf(half);
    const signInId = await start(tx, viewer.userId, half, days);
    await noteAtDoor(tx, viewer.from, "signed_in", { userId: viewer.userId, details: { by: half.method } });
    await recordUse(tx, viewer, proof, "signing_in");
    return { kind: "signed_in", signInId, days };
  });
}

export const recordUse = (
  tx: Transaction,
  viewer: Staff,
  proof: Proof,
  purpose: "signing_in" | "asked_again",
): Promise<void> =>
  recordEvent(
    tx,
    viewer,
    "second_factor.used",
    { type: "user", id: viewer.userId },
    { ...proof, for: purpose },
  );
