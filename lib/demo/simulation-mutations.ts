import "server-only";
import { system } from "#lib/auth/operator.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, takeLock } from "#lib/db.ts";
import { requestExamples } from "#lib/demo/examples/request-mutations.ts";
import { isWatchedDemo, simulatedPeople, simulationSeed } from "#lib/demo/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { underWay } from "#lib/jobs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { simulationKey, type SimulationPayload } from "#lib/simulation/schema.ts";
import { getStudy } from "#lib/studies/queries.ts";

const simulatedSeconds = 60;

/** Twenty simulated people go through the study in about a minute and close it behind them. They are sent once, however many ask. */
export async function beginSimulation(viewer: Staff, slug: string): Promise<Result<undefined, "not_found">> {
  const study = await getStudy(viewer, slug);
  if (!study || !isWatchedDemo(study)) return fail("not_found");
  if (study.state !== "open") return succeed();
  const exclusiveKey = simulationKey(study.id);
  await db.$transaction(async (tx) => {
    await takeLock(tx, "demo simulation");
    const isAsked = await db.job.count({
      where: { kind: "simulate_people", exclusiveKey, state: underWay },
    });
    if (isAsked) return;
    const payload: SimulationPayload = {
      slug,
      seed: simulationSeed,
      people: simulatedPeople,
      seconds: simulatedSeconds,
    };
    await requestJob(system(), {
      kind: "simulate_people",
      payload,
      benchmarkId: null,
      exclusiveKey,
      unit: "people",
    });
  });
  // One after the other, so that nothing slows what is watched.
  await requestExamples(system(), { after: exclusiveKey });
  return succeed();
}
