"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { clearSignInCookie } from "#lib/auth/cookie.ts";
import { defineAction, definePublicAction } from "#lib/auth/define-action.ts";
import { enterByLink, enterBySecret, type Entered } from "#lib/auth/enter.ts";
import { clearNote } from "#lib/auth/noted-passphrase.ts";
import { renewOwnPassphrase, setOwnPassword } from "#lib/auth/own-secret.ts";
import { landings, roles } from "#lib/auth/roles.ts";
import { endSignInInput, enterInput, leaveInput, newPasswordInput, signInInput } from "#lib/auth/schema.ts";
import { writeAdmission } from "#lib/auth/second-factor/half-cookie.ts";
import { endOwnSignIn, endSignIns } from "#lib/auth/sign-ins.ts";
import { isAskedTooOften } from "#lib/auth/throttle.ts";
import { readVisitor } from "#lib/auth/visitor.ts";
import { db } from "#lib/db.ts";
import { fail, succeed } from "#lib/result.ts";

export const enter = definePublicAction(enterInput, async ({ token, keep }) => {
  const { device } = await readVisitor();
  const entered = await enterByLink(token, device, keep);
  if (!entered.ok) return entered;
  await writeAdmission(entered.value.admission);
  redirect(afterwards(entered.value, afterLink(entered.value)));
});

/** Whoever is in only by half has a page to pass first. */
const afterwards = ({ admission }: Entered, path: string) =>
  admission.kind === "half" ? `/sign-in/second-step?next=${encodeURIComponent(path)}` : path;

function afterLink({ role, hasSecret }: Entered): string {
  if (hasSecret) return landings[role];
  return role === "participant" ? "/come-back" : "/account/password?first=1";
}

export const signIn = definePublicAction(signInInput, async ({ handle, secret, keep, next }) => {
  const entered = await enterBySecret({ handle, secret }, { ...(await readVisitor()), isKept: keep });
  if (!entered.ok) return entered;
  await writeAdmission(entered.value.admission);
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
    redirect(afterLeaving("1", as));
  },
  beforeEnrolment,
);

export const signOutEverywhere = defineAction(
  roles,
  leaveInput,
  async (viewer, { as }) => {
    await endSignIns(db, viewer.userId);
    await clearSignInCookie();
    await clearNote();
    redirect(afterLeaving("everywhere", as));
  },
  beforeEnrolment,
);

/** From participants' pages to participants' door. */
const afterLeaving = (left: string, as: "participant" | undefined) =>
  `/sign-in?${new URLSearchParams({ ...(as && { as }), left })}`;

export const endDevice = defineAction(roles, endSignInInput, async (viewer, { id }) => {
  const ended = await endOwnSignIn(viewer, id);
  if (ended.ok) refresh();
  return ended;
});

export const setPassword = defineAction(["researcher", "admin"], newPasswordInput, async (viewer, given) => {
  if (given.password !== given.repeated) return fail("mismatch");
  const { address } = await readVisitor();
  const saved = await setOwnPassword(viewer, given, address);
  if (saved.ok && given.next) redirect(given.next);
  return saved;
});

export const makePassphrase = defineAction(["participant"], z.object({}), async (viewer) =>
  (await isAskedTooOften(`passphrase ${viewer.userId}`))
    ? fail("throttled")
    : succeed(await renewOwnPassphrase(viewer)),
);
