import { z } from "zod";
import { count, figure, share } from "#lib/study-results/figure-schemas.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import type { Calibration } from "#lib/study-results/people/calibration-of-people.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, type View } from "#lib/study-results/schema.ts";

const { stamp, view, isInterim: interim, isSimulated } = resultsDocument.shape;

/** What stands at the head of every object of figures, as it does in results. */
export const head = { study: z.string(), stamp, view, isInterim: interim, isSimulated };

export const renderHead = (rows: StudyRows, view: View) => ({
  study: rows.study.slug,
  stamp: rows.stamp,
  view,
  isInterim: isInterim(rows.study),
  isSimulated: view.who === "simulated",
});

export const renderRun = ({ id, model, method, version, apart }: RunRow) => ({
  runId: id,
  model,
  method,
  version,
  apart,
});

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

export const renderCalibration = (found: Calibration): z.output<typeof calibration> => ({
  ...found,
  bins: [...found.bins],
  reason: found.n > 0 ? null : found.without > 0 ? "no_confidence" : "no_items",
});
