import { z } from "zod";
import { count, figure, named, people, share, withMissing } from "#lib/study-results/figure-schemas.ts";
import { aparts } from "#lib/study-results/rows/rows.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";

const gap = z.object({
  stratum: z.enum(sampledStrata),
  track: z.string().nullable().describe("Null where the stratum lacks cases over all tracks"),
  served: count,
  needed: count,
});

export const wholeBenchmark = z
  .object({
    cases: count.describe("Of the frame, as it was frozen"),
    cells: z.array(
      z.object({
        track: z.string(),
        stratum: z.enum(sampledStrata),
        cases: count.describe("Of the frame: what the cell weighs"),
        served: count.describe("Of those, what counted people answered"),
        answers: count,
        right: count,
        missing: count,
      }),
    ),
    gaps: z.array(gap).describe("What keeps people's accuracy from being told"),
    people: people.omit({ right: true, reason: true }).nullable(),
    models: z.array(
      named.extend({
        apart: z.enum(aparts).nullable(),
        cases: count.describe("Of the frame as they are now"),
        answered: count,
        failed: count,
        missing: count.describe("Cases that it was never run on"),
        right: count,
        top1: share,
        withMissing,
        peopleLessModel: z
          .object({ value: z.number(), low: figure, high: figure })
          .nullable()
          .describe(
            "The interval is people's, moved by the model's figure, which is no sample; null where the model wasn't run on every case",
          ),
      }),
    ),
  })
  .describe(
    "Over all cases of the frame: people's accuracy weighted back by how many cases of each track and stratum there are, and what each run has on all of them",
  );
