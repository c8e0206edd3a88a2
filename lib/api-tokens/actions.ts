"use server";

import { refresh } from "next/cache";
import { createToken, revokeToken } from "#lib/api-tokens/mutations.ts";
import { newTokenInput, tokenInput } from "#lib/api-tokens/schema.ts";
import { defineAction } from "#lib/auth/define-action.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import { succeed } from "#lib/result.ts";

const staff = ["researcher", "admin"] as const;

export const makeToken = defineAction(
  staff,
  newTokenInput,
  async (viewer, given) => {
    const made = await createToken(viewer, given);
    if (!made.ok) return made;
    refresh();
    return succeed({ name: given.name, token: made.value });
  },
  { freshMinutes },
);

export const revoke = defineAction(staff, tokenInput, async (viewer, { id }) => {
  const revoked = await revokeToken(viewer, id);
  if (revoked.ok) refresh();
  return revoked;
});
