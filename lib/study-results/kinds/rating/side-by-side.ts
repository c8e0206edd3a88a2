import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/judged-figure.ts";
import { getOrigins, type OriginPart } from "#lib/study-results/kinds/rating/origins.ts";
import { resolveScale, type ScaleInput } from "#lib/task-kinds/scale.ts";

/** Mean ratings as the study's own page has them, by origin; of everything together where origins are too many. */
export async function listRatingFigures(rows: StudyRows, view: View): Promise<JudgedFigure[]> {
  const parts = await getOrigins(rows, view, readBy(undefined, rows));
  const told = parts.includes(null) ? await getOrigins(rows, view, []) : parts;
  return told.flatMap((part) => (part ? listOrigins(rows, part) : []));
}

function listOrigins(rows: StudyRows, { track, scale, origins, counts, figures, cases }: OriginPart) {
  const given = rows.cases[cases[0] ?? 0]?.noted as ScaleInput;
  const standard = { name: scale, definition: JSON.stringify(resolveScale(given)) };
  return figures.table.origins.map(({ people }, at): JudgedFigure => {
    const { answers = 0, people: raters = 0, cases: rated = 0, isClaimable = false } = counts[at] ?? {};
    const { mean, low, high, reason } = people;
    return {
      measure: "mean",
      standard,
      track,
      origin: origins[at] ?? [],
      of: null,
      isClaimable,
      n: { answers, people: raters, cases: rated },
      mean,
      low,
      high,
      reason,
    };
  });
}
