"use server";

import { redirect } from "next/navigation";
import { defineAction } from "#lib/auth/define-action.ts";
import { forgetStarted } from "#lib/auth/sign-in/device-cookie.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { withdrawForm } from "#lib/sittings/joining/participant-forms.ts";

export const withdrawMyself = defineAction(
  ["participant"],
  withdrawForm,
  async (viewer, { sittingId, ...given }) => {
    const done = await withdrawOwnSitting(viewer, sittingId, given);
    if (!done.ok) return done;
    await forgetStarted(viewer.userId);
    redirect(`/sittings/${sittingId}`);
  },
);
