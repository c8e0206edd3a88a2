"use server";

import { z } from "zod";
import { defineAction, refreshed } from "#lib/auth/define-action.ts";
import { requestExamples } from "#lib/demo/examples/request-mutations.ts";
import { beginSimulation } from "#lib/demo/simulation-mutations.ts";
import * as removal from "#lib/demo/removal-mutations.ts";
import { demoRemovalInput, demoStudyInput } from "#lib/demo/schema.ts";

/** Where they are not all there: what is missing is made. */
export const makeExamples = defineAction(["admin"], z.object({}), async (viewer) =>
  refreshed(await requestExamples(viewer)),
);

/** Asked by the page that shows the answers as they come, so that nobody misses the beginning. */
export const startDemo = defineAction(["researcher", "admin"], demoStudyInput, async (viewer, { slug }) =>
  refreshed(await beginSimulation(viewer, slug)),
);

export const removeDemo = defineAction(["admin"], demoRemovalInput, async (viewer, given) =>
  refreshed(await removal.removeDemo(viewer, given)),
);
