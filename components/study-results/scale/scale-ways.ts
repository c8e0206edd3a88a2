import { resultsCasePath, resultsPath, resultsPersonPath } from "#lib/paths.ts";
import type { Ways } from "#lib/study-results/figures/scale.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Part } from "#lib/study-results/scale/takers.ts";
import { writeView } from "#lib/study-results/schema.ts";

/** From a mark to what lies behind it, in the study that it stands in. */
export function waysOf(parts: readonly Part[]): Omit<Required<Ways>, "locale"> {
  const queryOf = (rows: StudyRows) => {
    const part = parts.find((one) => one.rows === rows);
    return part ? writeView(part.view) : new URLSearchParams();
  };
  return {
    toPerson: (rows, { number }) => resultsPersonPath(rows.study.slug, number, queryOf(rows)),
    toCase: (rows, { track, key }) =>
      resultsCasePath(rows.study.slug, { track: rows.tracks[track]?.name ?? "", key }, queryOf(rows)),
    toModel: ({ id }) => {
      const { rows } = parts.find((one) => one.rows.runs.some((run) => run.id === id)) ?? {};
      if (!rows) return "#scale-tables";
      const asked = queryOf(rows);
      asked.set("model", String(id));
      return resultsPath(rows.study.slug, "models", asked);
    },
  };
}
