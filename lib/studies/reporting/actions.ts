"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import { withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { stateDetails } from "#lib/studies/reporting/mutations.ts";

const detailsInput = z.object({
  slug: z.string().min(1).max(200).regex(withoutNul),
  /** The one that was read; 0 before the first. */
  revision: z.coerce.number().pipe(z.int().min(0).max(2_147_483_646)),
  value: jsonField(z.unknown()),
});

export const saveDetails = defineAction(["researcher", "admin"], detailsInput, async (viewer, given) => {
  const stated = await stateDetails(viewer, given);
  if (stated.ok) refresh();
  return stated;
});
