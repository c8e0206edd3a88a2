import type { Categories } from "#lib/metrics/agreement/agreement-tally.ts";
import type { Choices } from "#lib/metrics/agreement/trusted-answers.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { countOptions, getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type Comparable = {
  choices: Choices;
  categories: Categories;
  /** Why there is no alpha; null where all cases share their categories. */
  reason: UndefinedReason | null;
};

/** The choices of a view: by shared category where all its cases share them, else by the places in each case's own list. */
export function compareByCategory(rows: StudyRows, view: View): Comparable {
  const choices = { ...getChoices(rows, view), options: countOptions(rows, view) };
  const byPlace = (reason: UndefinedReason): Comparable => ({ choices, categories: { are: "own" }, reason });
  if (serverKindOf(rows.kind).categoriesAre === "own") return byPlace("own_categories");
  const { cases } = getCompared(rows, view);
  const tracks = [...new Set(Array.from(cases, (at) => rows.cases[at]?.track ?? 0))];
  const [declared, ...others] = tracks.flatMap((track) => rows.tracks[track] ?? []);
  if (!declared || [declared, ...others].every(({ categories }) => categories === "own"))
    return byPlace("own_categories");
  const isSame = ({ categories, categoryNames }: typeof declared) =>
    categories === declared.categories &&
    categoryNames.length === declared.categoryNames.length &&
    categoryNames.every((name, i) => name === declared.categoryNames[i]);
  if (!others.every(isSame)) return byPlace("mixed_categories");
  const placeOf = new Map(declared.categoryNames.map((name, place) => [name, place]));
  const places = Array.from(cases, (at) =>
    (rows.cases[at]?.optionNames ?? []).map((name) => placeOf.get(name)),
  );
  if (places.flat().includes(undefined)) return byPlace("undeclared_category");
  return {
    choices: {
      ...choices,
      choice: Array.from(choices.choice, (own, i) => places[choices.case[i] as number]?.[own] ?? 0),
    },
    categories: { are: "shared", count: placeOf.size, ordered: declared.categories === "ordered" },
    reason: null,
  };
}
