import { z } from "zod";

/** What the job that fills a study has to know. */
export const simulationPayload = z.strictObject({
  slug: z.string(),
  seed: z.int(),
  people: z.int().min(1).max(2000),
  /** How long it takes, about, for whoever looks on; without it, as quickly as it goes. */
  seconds: z.int().min(1).max(3600).optional(),
});
export type SimulationPayload = z.output<typeof simulationPayload>;

/** Of the demo's texts: the point of its scale that a text was written for, by which simulated people rate it. */
export const intendedAttribute = "written for";

/** As what a simulated person's browser names itself. */
export const simulatedAgent = "Benchside simulated participant";

/** One simulation of a study at a time. */
export const simulationKey = (studyId: string): string => `simulation ${studyId}`;
