import "server-only";
import { endpointRunHandlers } from "#lib/endpoint-runs/handlers.ts";
import { importHandlers } from "#lib/imports/handlers.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { simulationHandlers } from "#lib/simulation/handlers.ts";

/** What the product's workers can do. */
export const handlers: JobHandlers = { ...importHandlers, ...simulationHandlers, ...endpointRunHandlers };
