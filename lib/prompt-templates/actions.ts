"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import * as templates from "#lib/prompt-templates/mutations.ts";
import { newTemplate, newVersion } from "#lib/prompt-templates/schema.ts";

const admins = ["admin"] as const;

export const addTemplate = defineAction(admins, newTemplate, templates.addTemplate);

export const addVersion = defineAction(admins, newVersion, async (viewer, given) => {
  const added = await templates.addVersion(viewer, given);
  if (added.ok) refresh();
  return added;
});
