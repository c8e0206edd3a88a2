import { z } from "zod";
import { count, figure, named, people, share, withMissing } from "#lib/study-results/figure-schemas.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";

const gap = z.object({
  stratum: z.enum(sampledStrata),
  track: z.string().nullable().describe("Null if the stratum lacks cases over all tracks"),
  served: count,
  needed: count,
});

export const wholeBenchmark = z
  .object({
    cases: count.describe("Cases of the frame, as frozen"),
    cells: z.array(
      z.object({
        track: z.string(),
        stratum: z.enum(sampledStrata),
        cases: count.describe("Cases of the frame: the weight of the cell"),
        served: count.describe("Of those, the cases that counted people answered"),
        answers: count,
        right: count,
        missing: count,
      }),
    ),
    gaps: z.array(gap).describe("Why people’s accuracy can’t be estimated"),
    people: people.omit({ right: true, reason: true }).nullable(),
    models: z.array(
      named.extend({
        apart: z.enum(unrankedReasons).nullable(),
        cases: count.describe("Cases of the frame as they are now"),
        answered: count,
        failed: count,
        missing: count.describe("Cases the model was never run on"),
        right: count,
        top1: share,
        withMissing,
        peopleLessModel: z
          .object({ value: z.number(), low: figure, high: figure })
          .nullable()
          .describe(
            "The interval is that of people, shifted by the model’s figure, which has no sampling error; null if the model wasn’t run on every case",
          ),
      }),
    ),
  })
  .describe(
    "Over all cases of the frame: people’s accuracy, weighted by the number of cases in each track and stratum, and each run’s accuracy on all of them",
  );
