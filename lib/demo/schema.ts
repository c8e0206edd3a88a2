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

/** What an admin types where answers of real people go with the demo. */
export const removalWord = "demo";

const count = z.coerce.number().int().min(0).max(2_147_483_647);
/** How many real people and answers the viewer was told of. */
export const demoRemovalInput = z.object({
  people: count,
  answers: count,
  confirmation: z.string().trim().max(100).default(""),
});
export type DemoRemoval = z.output<typeof demoRemovalInput>;

export type DemoCounts = {
  studies: number;
  reviews: number;
  benchmarks: number;
  runs: number;
  /** Runs that somebody added to the demo's benchmarks. */
  ownRuns: number;
  accounts: number;
  answers: number;
  /** Who is neither simulated nor the demo's, and what they answered and decided. */
  people: number;
  peoplesAnswers: number;
};

export type DemoContents = {
  counts: DemoCounts;
  /** What stays of the demo, and the studies, reviews and benchmarks that need it. */
  kept: { name: string; usedBy: string[] }[];
};
