"use server";

import { redirect } from "next/navigation";
import { clearSignInCookie } from "#lib/auth/sign-in/cookie.ts";
import { defineAction, definePublicAction, refreshed } from "#lib/auth/define-action.ts";
import { enterByLink, enterBySecret, type EntryResult } from "#lib/auth/sign-in/enter.ts";
import { clearNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { forgetStarted, readKnownDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { renewOwnPassphrase, setOwnPassword } from "#lib/auth/secrets/own-secret.ts";
import { landings, roles } from "#lib/auth/roles.ts";
import {
  endSignInInput,
  enterInput,
  leaveEverywhereInput,
  leaveInput,
  newPassphraseInput,
  newPasswordInput,
  signInInput,
} from "#lib/auth/schema.ts";
import { writeAdmission } from "#lib/auth/second-factor/half-cookie.ts";
import { endOwnSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { isAskedTooOften } from "#lib/auth/sign-in/throttle.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";
import { countOwnTokens, signOutOfEverything } from "#lib/auth/sign-in/ways-in.ts";
import { fail } from "#lib/result.ts";

export const enter = definePublicAction(enterInput, async ({ token, keep }) => {
  const entered = await enterByLink(token, await readVisitor(), keep);
  if (!entered.ok) return entered;
  await writeAdmission(entered.value.admission, entered.value.userId);
  redirect(afterwards(entered.value, afterLink(entered.value)));
});

/** Whoever is in only by half has a page to pass first. */
const afterwards = ({ admission }: EntryResult, path: string) =>
  admission.kind === "half" ? `/sign-in/second-step?next=${encodeURIComponent(path)}` : path;

function afterLink({ role, hasSecret }: EntryResult): string {
  if (hasSecret) return landings[role];
  return role === "participant" ? "/come-back" : "/account/password?first=1";
}

export const signIn = definePublicAction(signInInput, async ({ handle, secret, keep, next }) => {
  const known = await readKnownDevice();
  const entered = await enterBySecret({ handle, secret }, await readVisitor(), { known, isKept: keep });
  if (!entered.ok) return entered;
  await writeAdmission(entered.value.admission, entered.value.userId);
  redirect(afterwards(entered.value, next ?? landings[entered.value.role]));
});

const beforeEnrolment = { beforeEnrolment: true } as const;

export const signOut = defineAction(
  roles,
  leaveInput,
  async (viewer, { as }) => {
    if (viewer.signInId) await endOwnSignIn(viewer, viewer.signInId);
    await clearSignInCookie();
    await clearNote();
    await forgetStarted(viewer.userId);
    redirect(afterLeaving("1", as));
  },
  beforeEnrolment,
);

export const signOutEverywhere = defineAction(
  roles,
  leaveEverywhereInput,
  async (viewer, { as, ...given }) => {
    const ended = await signOutOfEverything(viewer, given);
    await clearSignInCookie();
    await clearNote();
    await forgetStarted(viewer.userId);
    const left = (await countOwnTokens(viewer)) > 0 ? "kept" : null;
    redirect(afterLeaving("everywhere", as, ended.tokens > 0 ? "ended" : left));
  },
  beforeEnrolment,
);

/** From participants' pages to participants' door. */
const afterLeaving = (left: string, as: "participant" | undefined, tokens: string | null = null) =>
  `/sign-in?${new URLSearchParams({ ...(as && { as }), left, ...(tokens && { tokens }) })}`;

export const endDevice = defineAction(roles, endSignInInput, async (viewer, { id }) =>
  refreshed(await endOwnSignIn(viewer, id)),
);

export const setPassword = defineAction(["researcher", "admin"], newPasswordInput, async (viewer, given) => {
  if (given.password !== given.repeated) return fail("mismatch");
  const saved = await setOwnPassword(viewer, given);
  if (saved.ok && given.next) redirect(given.next);
  return saved;
});

export const makePassphrase = defineAction(["participant"], newPassphraseInput, async (viewer, { current }) =>
  (await isAskedTooOften(`passphrase ${viewer.userId}`))
    ? fail("throttled")
    : renewOwnPassphrase(viewer, current),
);
