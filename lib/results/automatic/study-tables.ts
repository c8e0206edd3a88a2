import { computeAutomatic, hasTables, type AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { attributesOf } from "#lib/study-results/kinds/registry.ts";
import { hasLinked } from "#lib/studies/strata/schema.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { repeatForOrigins } from "#lib/study-results/rows/rated-once.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { listCasesInView, listDecided } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

/** The tables of a benchmark over the cases of a study, with people beside. */
export const getStudyTables = (
  rows: StudyRows,
  view: View,
  by?: string | readonly string[] | null,
): Promise<AutomaticTables> =>
  memoize(rows, `automatic ${JSON.stringify([by ?? []].flat())} ${viewKey(view)}`, async () => {
    const repeated = repeatForOrigins(rows);
    const { person, case: caseOf, choice } = repeated.answers;
    const decided = listDecided(repeated, view);
    const take = (column: Int32Array | Int16Array) => Int32Array.from(decided, (i) => column[i] as number);
    const people = {
      person: take(person),
      case: take(caseOf),
      choice: take(choice),
      isLinked: hasLinked(rows.study.design),
    };
    const unit = rows.study.benchmark.clusterUnit;
    const tables = await computeAutomatic({ rows, places: listCasesInView(rows, view), people, unit, by });
    return withhold(rows, view.who, tables);
  });

/** Whether a study has figures by attributes, and each of these is one of them. */
export async function knowsAttributes(rows: StudyRows, view: View, by: string): Promise<boolean> {
  const found = await getStudyTables(rows, view, by);
  const known = [...attributesOf(rows), ...(hasTables(found) ? found.attributes : [])];
  return by.split(",").every((name) => known.some((one) => one.name === name));
}
