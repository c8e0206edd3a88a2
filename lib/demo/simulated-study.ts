import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { openDemoStudy, type DemoBenchmark } from "#lib/demo/opened.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { simulationKey, type SimulationPayload } from "#lib/simulation/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

type Admin = Viewer<"admin">;

export type SeededSimulation = {
  slug: string;
  isNew: boolean;
  /** closed: everybody has been there. waiting: a worker sends them, once the product answers. */
  state: "waiting" | "closed";
};

const title = "Who is speaking? Demo study with simulated people";
const [seed, people] = [2026, 20];

/** As the template has it, with what later figures live on: how sure people were, whether they knew the work. */
function planned(): Design {
  const template = newDesign("personaeval", seed);
  return designSchema.parse({
    ...template,
    assignment: { ...template.assignment, people },
    questions: {
      ...template.questions,
      confidence: { ask: "required", form: "slider" },
      reason: "optional",
      knowsWork: "optional",
    },
    rules: { ...template.rules, failedChecks: 0, haste: { seconds: 4, share: 0.5 } },
  });
}

/** A study that twenty simulated people go through, and that is closed behind them. What is there isn't done twice. */
export async function seedSimulatedStudy(
  viewer: Admin,
  benchmark: DemoBenchmark,
  researcherId: string | null,
): Promise<SeededSimulation> {
  const { study, isNew } = await openDemoStudy(viewer, benchmark, title, planned());
  const { id, slug, state } = study;
  if (researcherId) await addMember(viewer, { studyId: id, userId: researcherId });
  if (state !== "open") return { slug, isNew, state: "closed" };
  const exclusiveKey = simulationKey(id);
  const isAsked = await db.job.count({ where: { exclusiveKey, state: { in: ["queued", "running"] } } });
  if (!isAsked) {
    const payload: SimulationPayload = { slug, seed, people };
    await requestJob(viewer, {
      kind: "simulate_people",
      payload,
      benchmarkId: null,
      exclusiveKey,
      unit: "people",
    });
  }
  return { slug, isNew, state: "waiting" };
}
