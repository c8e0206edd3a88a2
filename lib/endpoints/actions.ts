"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import { findHostProblem } from "#lib/endpoints/host-check.ts";
import * as endpoints from "#lib/endpoints/mutations.ts";
import { endpointChange, endpointRetirement, endpointTest, newEndpoint } from "#lib/endpoints/schema.ts";
import * as tests from "#lib/endpoints/test-call.ts";
import { env } from "#lib/env.ts";
import { fail } from "#lib/result.ts";

const admins = ["admin"] as const;

export const addEndpoint = defineAction(admins, newEndpoint, async (viewer, given) => {
  const problem = await findHostProblem(given.address, env.modelHosts);
  if (problem) return fail("invalid", { address: problem });
  return endpoints.addEndpoint(viewer, given);
});

/** What is asked of models from here on goes to whom the change names, and is paid by it: so it asks again. */
export const changeEndpoint = defineAction(
  admins,
  endpointChange,
  async (viewer, given) => {
    const problem = await findHostProblem(given.address, env.modelHosts);
    if (problem) return fail("invalid", { address: problem });
    const changed = await endpoints.changeEndpoint(viewer, given);
    if (changed.ok) refresh();
    return changed;
  },
  { freshMinutes },
);

export const retireEndpoint = defineAction(
  admins,
  endpointRetirement,
  async (viewer, { id, confirmation }) => {
    const retired = await endpoints.retireEndpoint(viewer, id, confirmation);
    if (retired.ok) refresh();
    return retired;
  },
);

export const testEndpoint = defineAction(admins, endpointTest, async (viewer, given) => {
  const tested = await tests.testEndpoint(viewer, given);
  if (tested.ok && tested.value.isFake) refresh();
  return tested;
});
