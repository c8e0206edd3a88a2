import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { OpenRun } from "#lib/endpoint-runs/running/open-run.ts";

/** A trial is over once all was asked. No model run comes of it: a check of the database holds that. */
export async function finishTrial(
  viewer: Viewer<"admin">,
  { id, model, method }: Pick<OpenRun, "id" | "model" | "method">,
): Promise<null> {
  await db.$transaction(async (tx) => {
    const where = { id, state: { not: "cancelled" as const } };
    const { count } = await tx.endpointRun.updateMany({
      where,
      data: { state: "finished", endedAt: new Date() },
    });
    if (count === 0) return;
    await recordEvent(
      tx,
      viewer,
      "endpoint_run.trial_finished",
      { type: "endpoint_run", id },
      { model, method },
    );
  });
  return null;
}
