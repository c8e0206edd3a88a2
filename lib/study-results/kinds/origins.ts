import type { CaseRow } from "#lib/study-results/rows/rows.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";

/** One that cases of the study have, with how many values. */
export type AttributeOfCases = { name: string; values: number };

type AttributedCases = {
  readonly cases: readonly (Pick<CaseRow, "attributes"> & Partial<Pick<CaseRow, "stratum">>)[];
};

/** What usually tells who wrote something. */
const usual = ["method", "model"];

export function listAttributes({ cases }: AttributedCases): AttributeOfCases[] {
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
const usualBy = (rows: AttributedCases): string[] =>
  listAttributes(rows).flatMap(({ name }) => (usual.includes(name) ? [name] : []));

/** `by` of an address, once for each attribute or with commas between them; what no case has is left out. */
export function readBy(
  asked: string | readonly string[] | null | undefined,
  rows: AttributedCases,
): string[] {
  const wanted = [asked ?? []].flat().flatMap((one) => [one, ...one.split(",")]);
  const chosen = listAttributes(rows).flatMap(({ name }) => (wanted.includes(name) ? [name] : []));
  return chosen.length > 0 ? chosen : usualBy(rows);
}

export type NumberPart = { from: number; to: number };

/** A part for each number where they are few, else parts of about as many cases. */
export function cutNumbers(given: readonly number[], maxParts: number): NumberPart[] {
  const all = given.toSorted((a, b) => a - b);
  const amounts = [...new Set(all)];
  if (amounts.length < 2) return [];
  if (amounts.length <= maxParts) return amounts.map((from) => ({ from, to: from }));
  const ends = Array.from(
    { length: maxParts },
    (_, i) => all[Math.ceil((all.length * (i + 1)) / maxParts) - 1] as number,
  );
  return [...new Set(ends)].map((to, i, cuts) => ({
    from: amounts.find((one) => i === 0 || one > (cuts[i - 1] as number)) as number,
    to,
  }));
}

/** Where something comes from: a value of each attribute asked for, null where a case lacks it. */
export type Origin = readonly (string | null)[];
type Cases = { readonly cases: readonly Pick<CaseRow, "attributes" | "group">[] };

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
