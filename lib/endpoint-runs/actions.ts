"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import * as runs from "#lib/endpoint-runs/mutations.ts";
import { runRequest, type RunPlan } from "#lib/endpoint-runs/schema.ts";
import { succeed } from "#lib/result.ts";

const admins = ["admin"] as const;

export const planRun = defineAction(admins, runRequest, async (viewer, request) => {
  const prepared = await runs.prepareRun(viewer, request);
  return prepared.ok ? succeed<RunPlan>(prepared.value.plan) : prepared;
});

const confirmed = z.object({ confirmedCalls: z.coerce.number().int().positive() });

export const startRun = defineAction(
  admins,
  z.intersection(runRequest, confirmed),
  (viewer, { confirmedCalls, ...request }) => runs.startRun(viewer, request, confirmedCalls),
);

const runInput = z.object({ id: z.uuid() });

export const pauseRun = defineAction(admins, runInput, async (viewer, { id }) => {
  const paused = await runs.pauseRun(viewer, id);
  refresh();
  return paused;
});

export const resumeRun = defineAction(admins, runInput, async (viewer, { id }) => {
  const resumed = await runs.resumeRun(viewer, id);
  refresh();
  return resumed;
});

export const cancelRun = defineAction(admins, runInput, async (viewer, { id }) => {
  const cancelled = await runs.cancelRun(viewer, id);
  refresh();
  return cancelled;
});
