import { z } from "zod";
import { head, renderHead, renderRun } from "#lib/study-api/figures/figure-parts.ts";
import { count, figure, named, reason, share } from "#lib/study-results/figure-schemas.ts";
import { getRaters } from "#lib/study-results/models/model-agreement.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import {
  calibrateCohorts,
  calibratePeople,
  calibrateRun,
  type Calibration,
} from "#lib/study-results/people/calibration-of-people.ts";
import { unrankedReasons, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

export const calibration = z
  .object({
    n: count.describe("Answers with a confidence; the figures cover only these"),
    without: count.describe("Counted answers without a confidence"),
    atZero: count.describe("Answers with confidence 0, which fall in no bin"),
    confidence: share,
    accuracy: share,
    overconfidence: figure.describe("Mean confidence − share right"),
    ece: share,
    brier: share.describe("Brier score of the chosen option"),
    bins: z.array(
      z.object({ from: z.number(), to: z.number(), n: count, confidence: share, right: z.number() }),
    ),
    reason: z
      .enum(["no_items", "no_confidence"])
      .nullable()
      .describe("Why there are no figures: no answers, or none with a confidence"),
  })
  .describe("Confidence in the chosen option, and how often it was right");

const renderCalibration = (found: Calibration): z.output<typeof calibration> => ({
  ...found,
  bins: [...found.bins],
  reason: found.n > 0 ? null : found.without > 0 ? "no_confidence" : "no_items",
});

export const calibrationDocument = z.object({
  ...head,
  isAsked: z.boolean().describe("Whether the plan asks people for their confidence"),
  people: calibration,
  cohorts: z
    .array(z.object({ cohort: z.string().nullable(), calibration }))
    .describe("Each cohort, if there are several"),
  models: z
    .array(named.extend({ apart: z.enum(unrankedReasons).nullable(), calibration }))
    .describe("Each run, on the same cases"),
});

export const renderCalibrationFigures = (
  rows: StudyRows,
  view: View,
): z.output<typeof calibrationDocument> => ({
  ...renderHead(rows, view),
  isAsked: rows.study.design.questions.confidence.ask !== "off",
  people: renderCalibration(calibratePeople(rows, view)),
  cohorts: calibrateCohorts(rows, view).map((one) => ({
    cohort: one.cohort,
    calibration: renderCalibration(one.calibration),
  })),
  models: rows.runs.map((run) => ({
    ...renderRun(run),
    calibration: renderCalibration(calibrateRun(rows, view, run)),
  })),
});

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
