"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";
import * as members from "#lib/study-members/mutations.ts";
import { z } from "zod";

const membershipInput = z.object({ studyId: z.uuid(), userId: z.uuid() });

const admins = ["admin"] as const;

export const addMember = defineAction(admins, membershipInput, async (viewer, given) =>
  refreshed(await members.addMember(viewer, given)),
);

export const removeMember = defineAction(admins, membershipInput, async (viewer, given) =>
  refreshed(await members.removeMember(viewer, given)),
);

function refreshed<T, E extends string>(result: Result<T, E>): Result<T, E> {
  if (result.ok) refresh();
  return result;
}
