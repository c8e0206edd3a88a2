"use server";

import { defineAction } from "#lib/auth/define-action.ts";
import { cancelJob as cancel } from "#lib/jobs/mutations.ts";
import { jobInput } from "#lib/jobs/schema.ts";

export const cancelJob = defineAction(["admin"] as const, jobInput, (viewer, { jobId }) =>
  cancel(viewer, jobId),
);
