import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/task-kinds/asked-attributes.ts";
import { defineLabels, type JudgedFigure } from "#lib/task-kinds/judged-figure.ts";
import { describeLabels } from "#lib/task-kinds/label/shares/labels.ts";

/** How often people gave each label, by origin as on the study's own page; over all where origins are too many. */
export function listLabelFigures(rows: StudyRows, view: View): JudgedFigure[] {
  return describeLabels(rows, view, readBy(undefined, rows)).flatMap(({ set, labels, overall, byOrigin }) => {
    const standard = defineLabels(rows, set);
    const origins = byOrigin.origins ?? [{ values: [], sides: overall }];
    return origins.flatMap(({ values: origin, sides: [given] }) =>
      (given?.shares ?? []).map(({ mean, low, high, reason }, at): JudgedFigure => ({
        measure: "share",
        standard,
        track: view.track,
        origin,
        of: labels[at] ?? null,
        n: { answers: given?.n ?? 0, people: given?.people ?? 0, cases: given?.cases ?? 0 },
        isClaimable: given?.isClaimable ?? false,
        mean,
        low,
        high,
        reason,
      })),
    );
  });
}
