"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import * as cards from "#lib/cards/mutations.ts";
import { cardPublishing, cardWithdrawal } from "#lib/cards/requests.ts";

const admins = ["admin"] as const;

/** Signed with the instance's key, and open to everybody: so it asks again. */
export const publishCard = defineAction(
  admins,
  cardPublishing,
  async (viewer, { slug, ...settings }) => {
    const published = await cards.publishCard(viewer, slug, settings);
    if (published.ok) refresh();
    return published;
  },
  { freshMinutes },
);

export const withdrawCard = defineAction(admins, cardWithdrawal, async (viewer, { slug }) => {
  const withdrawn = await cards.withdrawCard(viewer, slug);
  if (withdrawn.ok) refresh();
  return withdrawn;
});
