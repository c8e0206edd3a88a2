"use server";

import { redirect } from "next/navigation";
import { defineAction } from "#lib/auth/define-action.ts";
import { withdrawOwnSitting } from "#lib/sittings/mutations.ts";
import { withdrawForm } from "#lib/sittings/participant-forms.ts";

export const withdrawMyself = defineAction(
  ["participant"],
  withdrawForm,
  async (viewer, { sittingId, erase }) => {
    const done = await withdrawOwnSitting(viewer, sittingId, { erase });
    if (!done.ok) return done;
    redirect(`/sittings/${sittingId}`);
  },
);
