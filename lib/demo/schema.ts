import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";

/** Names the demo's study that simulated people answer while one looks on. */
export const simulationSeed = 2026;
export const simulatedPeople = 20;
export const simulatedTitle = "Who is speaking? Demo study with simulated people";

export const isWatchedDemo = ({ isDemo, design }: Pick<StudyFacts, "isDemo" | "design">): boolean =>
  isDemo && design.sample.seed === simulationSeed;

export const demoStudyInput = z.object({ slug: z.string().min(1).max(200).regex(withoutNul) });
