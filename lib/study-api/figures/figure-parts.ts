import { z } from "zod";
import { resultsDocument } from "#lib/results/document-schema.ts";
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
