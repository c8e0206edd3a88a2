import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";

/** One that cases of the study have, with how many values. */
export type AttributeOfCases = { name: string; values: number };

/** What usually tells who wrote something. */
const usual = ["method", "model"];

export function listAttributes({ cases }: Pick<StudyRows, "cases">): AttributeOfCases[] {
  const found = new Map<string, Set<string>>();
  for (const { attributes, stratum } of cases) {
    if (stratum === "attention") continue;
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const values = found.get(name) ?? new Set();
      found.set(name, values.add(value));
    }
  }
  const placeOf = (name: string) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return [...found]
    .map(([name, values]) => ({ name, values: values.size }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : 1));
}

/** By which attributes the origins of a report, and of a page that nobody asked otherwise, are told apart. */
const usualBy = (rows: Pick<StudyRows, "cases">): string[] =>
  listAttributes(rows).flatMap(({ name }) => (usual.includes(name) ? [name] : []));

/** `by` of an address, once for each attribute or with commas between them; what no case has is left out. */
export function readBy(
  asked: string | readonly string[] | null | undefined,
  rows: Pick<StudyRows, "cases">,
): string[] {
  const wanted = [asked ?? []].flat().flatMap((one) => [one, ...one.split(",")]);
  const chosen = listAttributes(rows).flatMap(({ name }) => (wanted.includes(name) ? [name] : []));
  return chosen.length > 0 ? chosen : usualBy(rows);
}

/** Where something comes from: a value of each attribute asked for, null where a case lacks it. */
export type Origin = readonly (string | null)[];
type Cases = Pick<StudyRows, "cases">;

export function nameOrigin(origin: Origin, locale: Locale): string {
  const t = wordsIn(locale, "resultsRatings.origins");
  return origin.length === 0 ? t("all") : origin.map((value) => value ?? t("none")).join(" · ");
}

/** In the order in which a benchmark first names the values of each attribute. */
export function numberOrigins(rows: Cases, cases: readonly number[], by: readonly string[]) {
  const placesOf = by.map(() => new Map<string | null, number>());
  const found = cases.map((at) => {
    const { attributes } = rows.cases[at] ?? {};
    return by.map((name) => attributes?.[name] ?? null);
  });
  for (const values of found)
    for (const [i, value] of values.entries()) {
      const places = placesOf[i];
      if (places && !places.has(value)) places.set(value, places.size);
    }
  const keyed = new Map(found.map((values) => [JSON.stringify(values), values]));
  const origins = [...keyed.values()].sort((a, b) => {
    const differs = a.findIndex((value, i) => value !== b[i]);
    const placeOf = (values: Origin) => placesOf[differs]?.get(values[differs] ?? null) ?? 0;
    return differs < 0 ? 0 : placeOf(a) - placeOf(b);
  });
  const numberOf = new Map(origins.map((values, number) => [JSON.stringify(values), number]));
  return {
    origins,
    originOf: Int32Array.from(found, (values) => numberOf.get(JSON.stringify(values)) ?? 0),
  };
}

/** A case without a group is one of its own. */
export function numberGroups(rows: Cases, cases: readonly number[]) {
  const numbers = new Map<string, number>();
  const groupOf = Int32Array.from(cases, (at) => {
    const { group = null } = rows.cases[at] ?? {};
    const key = group === null ? `case ${at}` : `group ${group}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { groups: numbers.size, groupOf };
}
