"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import * as runs from "#lib/model-runs/mutations.ts";
import { runEdit, runRemoval } from "#lib/model-runs/schema.ts";

const admins = ["admin"] as const;

export const editRun = defineAction(admins, runEdit, async (viewer, { runId, ...given }) => {
  const edited = await runs.editRun(viewer, runId, given);
  if (edited.ok) refresh();
  return edited;
});

export const removeRun = defineAction(admins, runRemoval, async (viewer, { runId, confirmation }) => {
  const removed = await runs.removeRun(viewer, runId, confirmation);
  if (removed.ok) refresh();
  return removed;
});
