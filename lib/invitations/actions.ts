"use server";

import { revalidatePath } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import {
  createInvitations,
  createOpenLink,
  createProlific,
  extendInvitation,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import {
  extensionInput,
  invitationInput,
  newInvitations,
  newOpenLink,
  newProlific,
} from "#lib/invitations/schema.ts";
import type { Result } from "#lib/result.ts";

const admins = ["admin"] as const;

export const invite = defineAction(admins, newInvitations, async (viewer, { studyId, ...given }) =>
  refreshed(await createInvitations(viewer, studyId, given)),
);

export const makeOpenLink = defineAction(admins, newOpenLink, async (viewer, { studyId, ...given }) =>
  refreshed(await createOpenLink(viewer, studyId, given)),
);

export const makeProlific = defineAction(
  admins,
  newProlific,
  async (viewer, { studyId, places, cohort, ...codes }) =>
    refreshed(await createProlific(viewer, studyId, { places, cohort, codes })),
);

export const reissue = defineAction(admins, invitationInput, async (viewer, { studyId, invitationId }) =>
  refreshed(await reissueInvitation(viewer, studyId, invitationId)),
);

export const revoke = defineAction(admins, invitationInput, async (viewer, { studyId, invitationId }) =>
  refreshed(await revokeInvitation(viewer, studyId, invitationId)),
);

export const extend = defineAction(
  admins,
  extensionInput,
  async (viewer, { studyId, invitationId, ...given }) =>
    refreshed(await extendInvitation(viewer, studyId, invitationId, given)),
);

function refreshed<R extends Result<unknown>>(result: R): R {
  revalidatePath("/studies/[slug]", "layout");
  return result;
}
