import "server-only";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { forgetWhenLast, makeCodesIfFirst } from "#lib/auth/second-factor/factors.ts";
import { maxPasskeys } from "#lib/auth/second-factor/schema.ts";
import type { Site } from "#lib/auth/second-factor/site.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** Ed25519, ES256, RS256. Left to itself the library tries what Node calls an experiment, and Node writes that into the log. */
const algorithms = [-8, -7, -257];

const idOf = (credentialId: Uint8Array) => Buffer.from(credentialId).toString("base64url");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

const listCredentials = async (userId: string) =>
  (await db.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } })).map(
    ({ credentialId, transports }) => ({ id: idOf(credentialId), transports }),
  );

export async function askForNewPasskey(viewer: Staff, { id, name }: Site, boundTo: string) {
  const options = await generateRegistrationOptions({
    supportedAlgorithmIDs: algorithms,
    rpID: id,
    rpName: name,
    userID: bytesOf(Buffer.from(viewer.userId).toString("base64url")),
    userName: viewer.handle,
    userDisplayName: viewer.name,
    excludeCredentials: await listCredentials(viewer.userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await giveChallenge(boundTo, options.challenge);
  return options;
}

type PasskeyRegistration = { site: Site; boundTo: string; answer: RegistrationResponseJSON; name: string };

/** The recovery codes, where this is the first factor. */
export async function addPasskey(
  viewer: Staff,
  { site, boundTo, answer, name }: PasskeyRegistration,
): Promise<Result<{ codes: string[] }, "wrong_passkey" | "too_many">> {
  const { userId } = viewer;
  const expectedChallenge = await takeChallenge(boundTo);
  if (!expectedChallenge) return fail("wrong_passkey");
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: [...site.origins],
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) return fail("wrong_passkey");
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return db.$transaction(async (tx) => {
    // Of two that come at once the second waits for the count of the first. In SQL: Prisma can't hold a row.
    await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    if ((await tx.passkey.count({ where: { userId } })) >= maxPasskeys) return fail("too_many");
    const credentialId = bytesOf(id);
    if (await tx.passkey.findUnique({ where: { credentialId }, select: { id: true } }))
      return fail("wrong_passkey");
    await tx.passkey.create({
      data: {
        userId,
        credentialId,
        publicKey: new Uint8Array(publicKey),
        counter: BigInt(counter),
        transports: answer.response.transports ?? [],
        name,
      },
    });
    await recordEvent(tx, viewer, "passkey.added", { type: "user", id: userId }, { name });
    return succeed({ codes: await makeCodesIfFirst(tx, viewer) });
  });
}

/** Of somebody who is known; or of whoever the passkey says it is, who then has to unlock it, for there is nothing else. */
export async function askForPasskey(userId: string | null, { id }: Site, boundTo: string) {
  const options = await generateAuthenticationOptions({
    rpID: id,
    allowCredentials: userId ? await listCredentials(userId) : [],
    userVerification: userId ? "preferred" : "required",
  });
  await giveChallenge(boundTo, options.challenge);
  return options;
}

type PasskeyProof = { site: Site; boundTo: string; answer: AuthenticationResponseJSON };
export type UsedPasskey = { id: string; userId: string; name: string };

/** Whose passkey has signed what was asked of it; null for anything else, whatever is wrong with it. */
export async function usePasskey(
  userId: string | null,
  { site, boundTo, answer }: PasskeyProof,
): Promise<UsedPasskey | null> {
  const expectedChallenge = await takeChallenge(boundTo);
  if (!expectedChallenge) return null;
  const passkey = await db.passkey.findUnique({ where: { credentialId: bytesOf(answer.id) } });
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null;
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: [...site.origins],
    expectedRPID: site.id,
    requireUserVerification: userId === null,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    // A counter that doesn't go on belongs to a copy: it throws, like all that is wrong.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: BigInt(verified.authenticationInfo.newCounter), lastUsedAt: new Date() },
  });
  return count === 1 ? { id: passkey.id, userId: passkey.userId, name: passkey.name } : null;
}

export async function removePasskey(viewer: Staff, id: string): Promise<Result<undefined, "not_found">> {
  const { userId } = viewer;
  return db.$transaction(async (tx) => {
    const where = { id, userId };
    const passkey = await tx.passkey.findUnique({ where, select: { name: true } });
    const { count } = await tx.passkey.deleteMany({ where });
    if (!passkey || count === 0) return fail("not_found");
    await recordEvent(tx, viewer, "passkey.removed", { type: "user", id: userId }, passkey);
    await forgetWhenLast(tx, userId);
    return succeed();
  });
}

const minutes = 5;

/** One at a time for each sign-in, or half of one: a newer question takes the place of the one before. */
async function giveChallenge(boundTo: string, challenge: string): Promise<void> {
  await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await db.passkeyChallenge.upsert({
    where: { boundTo },
    create: { boundTo, challenge, expiresAt },
    update: { challenge, expiresAt },
  });
}

/**
 * Taken away before the answer is looked at: right or wrong, it is good for one. In SQL: Prisma doesn't return what it deletes
 * where nothing may be there.
 */
async function takeChallenge(boundTo: string): Promise<string | null> {
  const [taken] = await db.$queryRaw<{ challenge: string }[]>`
    DELETE FROM passkey_challenges WHERE bound_to = ${boundTo}::uuid AND expires_at > now() RETURNING challenge`;
  return taken?.challenge ?? null;
}
