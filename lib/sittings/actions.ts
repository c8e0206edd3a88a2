"use server";

import { revalidatePath } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import { succeed, type Result } from "#lib/result.ts";
import { exclusionInput, extensionInput, sittingInput, withdrawalInput } from "#lib/sittings/schema.ts";
import {
  excludeSitting,
  extendTime as addTime,
  includeSitting,
  makeEntryLink,
  releasePlace,
  withdrawSitting,
} from "#lib/sittings/watching/staff-mutations.ts";

const admins = ["admin"] as const;

export const exclude = defineAction(admins, exclusionInput, async (viewer, { studyId, number, reason }) =>
  refreshed(await excludeSitting(viewer, studyId, number, reason)),
);

export const include = defineAction(admins, sittingInput, async (viewer, { studyId, number }) =>
  refreshed(await includeSitting(viewer, studyId, number)),
);

export const withdraw = defineAction(admins, withdrawalInput, async (viewer, { studyId, number, erase }) =>
  refreshed(await withdrawSitting(viewer, studyId, number, { erase })),
);

export const release = defineAction(admins, sittingInput, async (viewer, { studyId, number }) =>
  refreshed(await releasePlace(viewer, studyId, number)),
);

export const extendTime = defineAction(admins, extensionInput, async (viewer, { studyId, number, minutes }) =>
  refreshed(await addTime(viewer, studyId, number, minutes)),
);

export const giveLink = defineAction(
  admins,
  sittingInput,
  async (viewer, { studyId, number }) => {
    const link = await makeEntryLink(viewer, studyId, number);
    return link.ok ? succeed(await absoluteUrl(link.value)) : link;
  },
  { freshMinutes },
);

function refreshed<R extends Result<unknown>>(result: R): R {
  revalidatePath("/studies/[slug]", "layout");
  return result;
}
