import { z } from "zod";
import {
  calibration,
  head,
  renderCalibration,
  renderHead,
  renderRun,
} from "#lib/study-api/figures/figure-parts.ts";
import { named } from "#lib/study-results/figure-schemas.ts";
import {
  calibrateCohorts,
  calibratePeople,
  calibrateRun,
} from "#lib/study-results/people/calibration-of-people.ts";
import { unrankedReasons, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

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
