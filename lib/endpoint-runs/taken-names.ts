import type { Transaction } from "#lib/db.ts";
import { unendedStates, type RunPlan, type RunRequest } from "#lib/endpoint-runs/schema.ts";

/** Runs as several arms are told apart by their versions. */
export const nameUnderArm = <R extends { version: string }>(request: R, arm: RunPlan["arm"]): R =>
  arm ? { ...request, version: [request.version, arm.name].filter(Boolean).join(" · ") } : request;

/** Whether a run of this name is there, or is being asked for. Of trials there may be many. */
export async function isTaken(
  tx: Pick<Transaction, "modelRun" | "endpointRun">,
  benchmarkId: number,
  { model, method, version, trial }: Pick<RunRequest, "model" | "method" | "version" | "trial">,
): Promise<boolean> {
  if (trial) return false;
  const name = { benchmarkId, model, method, version };
  const unended = { ...name, purpose: "run" as const, state: { in: unendedStates } };
  return (
    (await tx.modelRun.count({ where: name })) > 0 || (await tx.endpointRun.count({ where: unended })) > 0
  );
}
