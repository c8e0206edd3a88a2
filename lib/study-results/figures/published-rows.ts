import type { ForestGroup, ForestRow } from "#lib/figures/drawn/forest.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { findReference, isSameModel, type Reference, type ReferenceRow } from "#lib/published/reference.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** What was printed of the benchmark that these cases are from, where they are known to be from it. */
export const findPublished = (rows: StudyRows, view: View): Reference | null =>
  rows.study.benchmark.published === "personaeval"
    ? findReference(view.track === null ? rows.tracks.map(({ name }) => name) : [view.track])
    : null;

/** By run; a printed row that two runs could be of is of neither, since the paper doesn't say of which. */
export function matchRuns({ runs }: StudyRows, { models }: Reference): Map<number, ReferenceRow> {
  const matched = new Map<number, ReferenceRow>();
  for (const printed of models) {
    const [only, ...others] = runs.filter((run) => isSameModel(run, printed));
    if (only && others.length === 0) matched.set(only.id, printed);
  }
  return matched;
}

/** Printed figures as hollow marks on the rows of whom they are about, and those of models without a run below. */
export function addPublished(
  rows: StudyRows,
  found: Reference,
  groups: readonly ForestGroup[],
  locale: Locale,
): readonly ForestGroup[] {
  const matched = matchRuns(rows, found);
  const mark = (row: ForestRow): ForestRow => {
    if (row.id === "people") return { ...row, published: found.people.value };
    const printed = matched.get(Number(/^run-(\d+)$/.exec(row.id)?.[1]));
    return printed ? { ...row, published: printed.value } : row;
  };
  const taken = new Set(matched.values());
  const others = found.models.filter((model) => !taken.has(model)).toSorted((a, b) => b.value - a.value);
  return [
    ...groups.map((group) => ({ ...group, rows: group.rows.map(mark) })),
    {
      heading: wordsIn(locale, "resultsOverview.forest")("published", { cases: found.cases }),
      rows: others.map(({ name, value }) => ({
        id: `published ${name}`,
        kind: "published" as const,
        label: name,
        value,
        low: null,
        high: null,
        n: found.cases,
      })),
    },
  ];
}
