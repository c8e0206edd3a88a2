"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import * as runs from "#lib/endpoint-runs/mutations.ts";
import { confirmedPlan, newBudget, runInput, runRequest, type RunPlan } from "#lib/endpoint-runs/schema.ts";
import { succeed } from "#lib/result.ts";

const admins = ["admin"] as const;

export const planRun = defineAction(admins, runRequest, async (viewer, request) => {
  const prepared = await runs.prepareRun(viewer, request);
  return prepared.ok ? succeed<RunPlan>(prepared.value.plan) : prepared;
});

const confirmed = z.object({ confirmed: confirmedPlan });

export const startRun = defineAction(
  admins,
  z.intersection(runRequest, confirmed),
  (viewer, { confirmed: plan, ...request }) => runs.startRun(viewer, request, plan),
);

export const pauseRun = defineAction(admins, runInput, async (viewer, { id }) => {
  const paused = await runs.pauseRun(viewer, id);
  refresh();
  return paused;
});

const resumption = runInput.extend(newBudget.shape);

export const resumeRun = defineAction(admins, resumption, async (viewer, { id, ...budget }) => {
  const resumed = await runs.resumeRun(viewer, id, budget);
  refresh();
  return resumed;
});

export const cancelRun = defineAction(admins, runInput, async (viewer, { id }) => {
  const cancelled = await runs.cancelRun(viewer, id);
  refresh();
  return cancelled;
});
