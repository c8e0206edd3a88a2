"use server";

import { revalidatePath } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import {
  changeRole,
  createUser,
  deactivateUser,
  endEverySignIn,
  reactivateUser,
  renewLink,
} from "#lib/users/mutations.ts";
import {
  deactivationInput,
  newUserInput,
  roleChangeInput,
  signOutInput,
  userInput,
} from "#lib/users/schema.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { resetSecondFactor } from "#lib/auth/second-factor/factors.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import { succeed, type Result } from "#lib/result.ts";

const admins = ["admin"] as const;
/** What opens doors to others. */
const asksAgain = { freshMinutes } as const;

export const addUser = defineAction(
  admins,
  newUserInput,
  async (viewer, given) => {
    const user = await createUser(viewer, given);
    revalidatePath("/admin/people");
    return succeed({ name: given.name, handle: user.handle, url: await absoluteUrl(user.linkPath) });
  },
  asksAgain,
);

export const makeNewLink = defineAction(
  admins,
  userInput,
  async (viewer, { userId }) => {
    const link = await renewLink(viewer, userId);
    return link.ok ? succeed(await absoluteUrl(link.value)) : link;
  },
  asksAgain,
);

export const deactivate = defineAction(admins, deactivationInput, async (viewer, { userId, confirmation }) =>
  refreshed(await deactivateUser(viewer, userId, confirmation)),
);

export const reactivate = defineAction(admins, userInput, async (viewer, { userId }) =>
  refreshed(await reactivateUser(viewer, userId)),
);

export const setRole = defineAction(
  admins,
  roleChangeInput,
  async (viewer, { userId, role }) => refreshed(await changeRole(viewer, userId, role)),
  asksAgain,
);

export const resetFactors = defineAction(
  admins,
  userInput,
  async (viewer, { userId }) => refreshed(await resetSecondFactor(viewer, userId)),
  asksAgain,
);

export const signOutUser = defineAction(admins, signOutInput, async (viewer, { userId, ...given }) =>
  refreshed(await endEverySignIn(viewer, userId, given)),
);

function refreshed<R extends Result<unknown>>(result: R): R {
  revalidatePath("/admin/people");
  return result;
}
