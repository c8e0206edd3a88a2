"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { defineAction, definePublicAction, refreshed } from "#lib/auth/define-action.ts";
import { landings } from "#lib/auth/roles.ts";
import * as factors from "#lib/auth/second-factor/factors.ts";
import { proveByCode } from "#lib/auth/second-factor/factors.ts";
import { startHalf } from "#lib/auth/second-factor/half-sign-in.ts";
import {
  describeStaff,
  readHalf,
  signInFully,
  writeHalfCookie,
} from "#lib/auth/second-factor/half-cookie.ts";
import * as keys from "#lib/auth/second-factor/passkeys.ts";
import { readSite } from "#lib/auth/second-factor/site.ts";
import * as form from "#lib/auth/second-factor/schema.ts";
import { noteProof } from "#lib/auth/second-factor/step-up.ts";
import { isPasskeyAskedTooOften } from "#lib/auth/sign-in/throttle.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";
import { db } from "#lib/db.ts";
import { fail, succeed } from "#lib/result.ts";

const staff = ["researcher", "admin"] as const;
const nothing = z.object({});
const { freshMinutes } = form;

// The way in

export const completeByCode = definePublicAction(form.codeInput, async ({ code, next }) => {
  const half = await readHalf();
  const viewer = half?.userId ? await describeStaff(half.userId) : null;
  if (!half || !viewer) return fail("no_half");
  const proven = await proveByCode(viewer, code);
  if (!proven.ok) return proven;
  if (!(await signInFully(half, viewer, proven.value))) return fail("no_half");
  redirect(next ?? landings[viewer.role]);
});

/** What a passkey has to sign: after a password or a link, or to come in by the passkey alone. */
export const askPasskey = definePublicAction(form.passkeyQuestion, async ({ for: purpose, keep }) => {
  const { address, device } = await readVisitor();
  if (await isPasskeyAskedTooOften(address)) return fail("throttled");
  const site = await readSite();
  if (purpose === "second_step") {
    const half = await readHalf();
    if (!half?.userId) return fail("no_half");
    return succeed(await keys.askForPasskey(half.userId, site, half.id));
  }
  const halfId = await startHalf(db, null, { method: "passkey", device, isKept: keep });
  await writeHalfCookie(halfId);
  return succeed(await keys.askForPasskey(null, site, halfId));
});

export const enterByPasskey = definePublicAction(form.passkeyEntry, async ({ answer, next }) => {
  const half = await readHalf();
  if (!half) return fail("no_half");
  const used = await keys.usePasskey(half.userId, { site: await readSite(), boundTo: half.id, answer });
  const viewer = used && (await describeStaff(used.userId));
  if (!used || !viewer) return fail("wrong_passkey");
  if (!(await signInFully(half, viewer, { by: "passkey", name: used.name }))) return fail("no_half");
  redirect(next ?? landings[viewer.role]);
});

// Asked again, by whoever is in

export const askPasskeyAgain = defineAction(staff, nothing, async (viewer) =>
  viewer.signInId
    ? succeed(await keys.askForPasskey(viewer.userId, await readSite(), viewer.signInId))
    : fail("wrong_passkey"),
);

export const proveByPasskey = defineAction(staff, form.passkeyProof, async (viewer, { answer }) => {
  const site = await readSite();
  const used =
    viewer.signInId && (await keys.usePasskey(viewer.userId, { site, boundTo: viewer.signInId, answer }));
  if (!used) return fail("wrong_passkey");
  await noteProof(viewer, { by: "passkey", name: used.name });
  return succeed();
});

// One's own factors

const first = { freshMinutes, orNothingToProve: true, beforeEnrolment: true } as const;

export const askNewPasskey = defineAction(
  staff,
  nothing,
  async (viewer) =>
    viewer.signInId
      ? succeed(await keys.askForNewPasskey(viewer, await readSite(), viewer.signInId))
      : fail("wrong_passkey"),
  first,
);

export const addPasskey = defineAction(
  staff,
  form.newPasskeyInput,
  async (viewer, { answer, name }) => {
    if (!viewer.signInId) return fail("wrong_passkey");
    const offered = { site: await readSite(), boundTo: viewer.signInId, answer, name };
    return refreshed(await keys.addPasskey(viewer, offered));
  },
  { beforeEnrolment: true },
);

export const removePasskey = defineAction(
  staff,
  form.passkeyInput,
  async (viewer, { id }) => refreshed(await keys.removePasskey(viewer, id)),
  { freshMinutes },
);

/** The secret first, then with a code of it the recovery codes. */
export const setUpCodeApp = defineAction(
  staff,
  form.codeAppInput,
  async (viewer, { code }) =>
    code ? refreshed(await factors.confirmCodeApp(viewer, code)) : factors.beginCodeApp(viewer),
  first,
);

export const removeCodeApp = defineAction(
  staff,
  nothing,
  async (viewer) => refreshed(await factors.removeCodeApp(viewer)),
  { freshMinutes },
);

export const renewRecoveryCodes = defineAction(
  staff,
  nothing,
  async (viewer) => refreshed(await factors.renewRecoveryCodes(viewer)),
  { freshMinutes },
);
