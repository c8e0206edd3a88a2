import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { describeCodes } from "#lib/task-kinds/codes/codes.ts";
import { defineLabels, type JudgedFigure } from "#lib/task-kinds/judged-figure.ts";

/** What tells who wrote a text, in benchmarks of model output and in those made by coding a study. */
const writers = new Set(["method", "origin"]);

/** In which share of texts people found each code: in all of them, and by who wrote them. */
export function listCodeFigures(rows: StudyRows, view: View): JudgedFigure[] {
  return describeCodes(rows, view).flatMap(({ book, codes, overall, byAttribute }) => {
    const standard = defineLabels(rows, book);
    const written = byAttribute.find(({ attribute }) => writers.has(attribute));
    const origins = [
      { origin: [], given: overall[0] },
      ...(written?.values ?? []).map(({ value, sides }) => ({ origin: [value], given: sides[0] })),
    ];
    return origins.flatMap(({ origin, given }) =>
      (given?.shares ?? []).map(({ mean, low, high, reason }, at): JudgedFigure => ({
        measure: "share",
        standard,
        track: view.track,
        origin,
        of: codes[at] ?? null,
        n: { answers: given?.n ?? 0, people: given?.people ?? 0, cases: given?.cases ?? 0 },
        isClaimable: given?.isTold ?? false,
        mean,
        low,
        high,
        reason,
      })),
    );
  });
}
