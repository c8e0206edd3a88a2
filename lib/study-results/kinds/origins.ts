import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

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
