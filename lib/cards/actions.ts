"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import * as cards from "#lib/cards/mutations.ts";
import { cardPublishing, cardWithdrawal } from "#lib/cards/requests.ts";

const admins = ["admin"] as const;

export const publishCard = defineAction(admins, cardPublishing, async (viewer, { slug, ...settings }) => {
  const published = await cards.publishCard(viewer, slug, settings);
  if (published.ok) refresh();
  return published;
});

export const withdrawCard = defineAction(admins, cardWithdrawal, async (viewer, { slug }) => {
  const withdrawn = await cards.withdrawCard(viewer, slug);
  if (withdrawn.ok) refresh();
  return withdrawn;
});
