import "server-only";
import { workOff } from "#lib/endpoint-runs/running/work-off.ts";
import { runModelPayload } from "#lib/endpoint-runs/schema.ts";
import { env } from "#lib/env.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { callModel } from "#lib/model-calls/call-model.ts";

/**
 * Asks a model about every case of a run, and stores what it said as a model run. What was asked is in the ledger, so a
 * process that is killed loses what was under way and nothing else.
 */
export const endpointRunHandlers: Pick<JobHandlers, "run_model"> = {
  run_model: (viewer, payload, control) => {
    const { endpointRunId } = runModelPayload.parse(payload);
    const allowed = env.modelHosts;
    return workOff(viewer, endpointRunId, control, (reach, request, signal) =>
      callModel(reach, request, { allowed, signal }),
    );
  },
};
