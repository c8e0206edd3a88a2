import { z } from "zod";
import {
  calibration,
  head,
  renderCalibration,
  renderHead,
  renderRun,
} from "#lib/study-api/figures/figure-parts.ts";
import { count, figure, named, reason, share } from "#lib/study-results/figure-schemas.ts";
import { getRaters } from "#lib/study-results/models/model-agreement.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import { unrankedReasons, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const group = z.object({ low: z.number(), high: z.number(), n: count, right: z.number() });
const rater = z.int().nullable().describe("The runId of the run; null for the consensus of people");

export const modelsDocument = z.object({
  ...head,
  models: z.array(
    named.extend({
      apart: z.enum(unrankedReasons).nullable(),
      cases: count.describe("Cases that people answered"),
      answered: count,
      failed: count,
      missing: count,
      right: z.number(),
      bySelection: z
        .enum(["wrong", "right", "partly"])
        .nullable()
        .describe("For the run the cases were selected by: how it did on them by construction"),
      calibration,
      byConfidence: z.array(group).describe("Groups of about equal size, least confident first"),
      byLength: z.array(group).describe("Groups by length of the right answer"),
      positions: z
        .object({
          n: count,
          counts: z
            .array(z.array(count))
            .describe("Rows: position of the right option; columns: position of the chosen option"),
          chosen: z.array(count),
          gold: z.array(count),
        })
        .describe("By position of the option, in order"),
      places: z
        .object({ best: z.int(), worst: z.int() })
        .nullable()
        .describe("Range of ranks, simultaneous over all models; null for runs that aren’t ranked"),
    }),
  ),
  agreement: z
    .array(
      z.object({
        first: rater,
        second: rater,
        n: count.describe("Cases on which both have a choice"),
        same: count,
        agreement: share,
        kappa: figure.describe("Agreement beyond guessing among the options"),
        reason,
      }),
    )
    .describe("Every pair of raters: the consensus of people, and each run"),
});

/** Each run over exactly the cases that people answered, as the page about models shows it. */
export async function renderModelFigures(
  rows: StudyRows,
  view: View,
): Promise<z.output<typeof modelsDocument>> {
  const { runs, pairs } = await getRaters(rows, view);
  const places = getPlaces(rows, view);
  const idOf = (place: number) => runs[place]?.id ?? null;
  return {
    ...renderHead(rows, view),
    models: rows.runs.map((run) => {
      const { run: _run, places: _options, positions, ...found } = getModelDetail(rows, view, run);
      const { n, counts, chosen, gold } = positions;
      return {
        ...renderRun(run),
        ...found,
        calibration: renderCalibration(found.calibration),
        byConfidence: [...found.byConfidence],
        byLength: [...found.byLength],
        positions: { n, counts: counts.map((row) => [...row]), chosen: [...chosen], gold: [...gold] },
        places: places.get(run.id) ?? null,
      };
    }),
    agreement: pairs.flat().map(({ first, second, ...found }) => ({
      first: idOf(first),
      second: idOf(second),
      ...found,
    })),
  };
}
