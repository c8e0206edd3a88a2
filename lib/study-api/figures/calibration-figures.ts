import { z } from "zod";
import {
  calibration,
  head,
  writeCalibration,
  writeHead,
  writeRun,
} from "#lib/study-api/figures/figure-parts.ts";
import { named } from "#lib/study-results/figure-schemas.ts";
import {
  calibrateCohorts,
  calibratePeople,
  calibrateRun,
} from "#lib/study-results/people/calibration-of-people.ts";
import { aparts, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

export const calibrationDocument = z.object({
  ...head,
  isAsked: z.boolean().describe("Whether the plan asks people for their confidence"),
  people: calibration,
  cohorts: z
    .array(z.object({ cohort: z.string().nullable(), calibration }))
    .describe("Each cohort, if there are several"),
  models: z
    .array(named.extend({ apart: z.enum(aparts).nullable(), calibration }))
    .describe("Each run, on the same cases"),
});

export const writeCalibrationFigures = (
  rows: StudyRows,
  view: View,
): z.output<typeof calibrationDocument> => ({
  ...writeHead(rows, view),
  isAsked: rows.study.design.questions.confidence.ask !== "off",
  people: writeCalibration(calibratePeople(rows, view)),
  cohorts: calibrateCohorts(rows, view).map((one) => ({
    cohort: one.cohort,
    calibration: writeCalibration(one.calibration),
  })),
  models: rows.runs.map((run) => ({
    ...writeRun(run),
    calibration: writeCalibration(calibrateRun(rows, view, run)),
  })),
});
