"use server";

import { redirect } from "next/navigation";
import { clearSignInCookie, writeSignInCookie } from "#lib/auth/sign-in/cookie.ts";
import { defineAction, definePublicAction } from "#lib/auth/define-action.ts";
import { forgetStarted, readKnownDevice, rememberDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { clearNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { endOwnSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { getViewer } from "#lib/auth/request/request.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { fail } from "#lib/result.ts";
import { leaveForm, lostForm, returnForm } from "#lib/sittings/joining/participant-forms.ts";
import { returnByLink, recoverSitting } from "#lib/sittings/returning/mutations.ts";

/** The press of a button that a preview of links doesn't make. */
export const goBackIn = definePublicAction(returnForm, async (given) => {
  const returned = await returnByLink(given, await readVisitor(), await readKnownDevice());
  if (!returned.ok) return returned;
  const { signInId, sittingId, userId } = returned.value;
  await writeSignInCookie(signInId);
  await rememberDevice(userId, { sittingId, signInId });
  redirect(`/sittings/${sittingId}?back=1`);
});

/** A sitting that the server has lost, by what this browser was given when it began. */
export const goOnWithLost = definePublicAction(lostForm, async ({ sittingId }) => {
  const known = await readKnownDevice();
  const started = known?.begun.find((one) => one.sittingId === sittingId)?.started;
  if (!started) return fail("gone");
  const recovered = await recoverSitting({ sittingId, started }, await readVisitor(), await getViewer());
  if (!recovered.ok) return recovered;
  const { signInId, userId } = recovered.value;
  await writeSignInCookie(signInId);
  await rememberDevice(userId, { sittingId, signInId });
  redirect(`/sittings/${sittingId}?back=1`);
});

/** On a device that several people use: the one before goes, and the link is open to the next. */
export const makeRoom = defineAction(["participant"], leaveForm, async (viewer, given) => {
  const code = readCode(given.code);
  if (!code) return fail("unknown");
  if (viewer.signInId) await endOwnSignIn(viewer, viewer.signInId);
  await clearSignInCookie();
  await clearNote();
  await forgetStarted(viewer.userId);
  redirect(joinPath(code));
});
