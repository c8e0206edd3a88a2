import {
  cutNumbers,
  listAttributes,
  readBy,
  type AttributeOfCases,
  type NumberPart,
  type Origin,
} from "#lib/study-results/kinds/origins.ts";
import type { MeasuredRows, SeriesEntries, SeriesPart } from "#lib/study-results/kinds/series.ts";

/** More numbers than these are put together, in so many parts. */
const maxNumbers = 12;
const numberParts = 4;

type Noted = Readonly<Record<string, string>>;

/** Where what is judged or answered comes from: by what the case notes, or the model that answered it. */
export class OriginNumbers {
  readonly attributes: readonly AttributeOfCases[];
  readonly by: readonly string[];
  /** In the order in which the benchmark, and then its runs, first name the values of each attribute. */
  readonly origins: readonly Origin[];
  /** By case: the same number for the same values. */
  readonly #classOf: Int32Array;
  readonly #classes: (readonly (string | null)[])[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #numbered = new WeakMap<SeriesEntries, Int32Array>();
  readonly #listed = new WeakMap<SeriesEntries, readonly Origin[]>();

  constructor(
    { cases }: MeasuredRows,
    places: readonly number[],
    parts: readonly SeriesPart[],
    asked: string | readonly string[] | null | undefined,
  ) {
    const noted = { cases: places.flatMap((at) => cases[at] ?? []) };
    const written = parts.flatMap(({ authors, series }) => {
      const used = new Set<number>();
      for (const { author } of new Set(series.map(({ entries }) => entries)))
        author?.forEach((one) => used.add(one));
      return authors.filter((_, at) => used.has(at)).map((attributes) => ({ attributes }));
    });
    const all = { cases: [...noted.cases, ...written] };
    this.attributes = listAttributes(all);
    this.by = addVersion(readBy(asked, all), written, asked);
    const binned = this.by.map((name) => cutAttribute(noted.cases, name));
    this.#classOf = new Int32Array(cases.length);
    const known = new Map<string, number>();
    for (const at of places) {
      const { attributes } = cases[at] ?? {};
      const values = this.by.map((name, i) => nameValue(attributes?.[name], binned[i] ?? null));
      const key = JSON.stringify(values);
      const number = known.get(key) ?? known.size;
      known.set(key, number);
      this.#classes[number] = values;
      this.#classOf[at] = number;
    }
    const found = parts.flatMap((part) => this.#listOrigins(part));
    this.origins = sortOrigins(found, this.#classes, binned);
    for (const [number, origin] of this.origins.entries()) this.#numberOf.set(JSON.stringify(origin), number);
  }

  /** By entry. */
  numberEntries(entries: SeriesEntries, authors: SeriesPart["authors"]): Int32Array {
    const numbered = this.#numbered.get(entries);
    if (numbered) return numbered;
    const { case: caseOf, author } = entries;
    const known = new Map<number, number>();
    const numbers = caseOf.map((at, i) => {
      const by = author?.[i] ?? -1;
      const key = (this.#classOf[at] as number) * (authors.length + 1) + by + 1;
      const found = known.get(key);
      if (found !== undefined) return found;
      const origin = this.#originAt(this.#classOf[at] as number, authors[by]);
      const number = this.#numberOf.get(JSON.stringify(origin)) ?? 0;
      known.set(key, number);
      return number;
    });
    this.#numbered.set(entries, numbers);
    return numbers;
  }

  /** Parts that have an origin in common stand in one table. */
  joinParts<Part extends SeriesPart>(parts: readonly Part[]): Part[][] {
    let joined: { parts: Part[]; origins: ReadonlySet<string> }[] = [];
    for (const part of parts) {
      const origins = this.#listOrigins(part).filter(
        (origin) => origin.length === 0 || origin.some((value) => value !== null),
      );
      const own = new Set(origins.map((origin) => JSON.stringify(origin)));
      const sharing = joined.filter((one) => [...own].some((origin) => one.origins.has(origin)));
      joined = [
        ...joined.filter((one) => !sharing.includes(one)),
        {
          parts: [...sharing.flatMap((one) => one.parts), part],
          origins: new Set([...sharing.flatMap((one) => [...one.origins]), ...own]),
        },
      ];
    }
    return joined
      .map((one) => one.parts.toSorted((a, b) => parts.indexOf(a) - parts.indexOf(b)))
      .sort((a, b) => parts.indexOf(a[0] as Part) - parts.indexOf(b[0] as Part));
  }

  #originAt(number: number, author: Noted | undefined): Origin {
    const values = this.#classes[number] ?? [];
    return author ? this.by.map((name, i) => author[name] ?? values[i] ?? null) : values;
  }

  #listOrigins({ series, authors }: SeriesPart): Origin[] {
    return [...new Set(series.map(({ entries }) => entries))].flatMap((entries) => {
      const known = this.#listed.get(entries) ?? this.#listEntries(entries, authors);
      this.#listed.set(entries, known);
      return known;
    });
  }

  #listEntries({ case: caseOf, author }: SeriesEntries, authors: SeriesPart["authors"]): Origin[] {
    const origins = new Map<number, Origin>();
    caseOf.forEach((at, i) => {
      const [number, by] = [this.#classOf[at] as number, author?.[i] ?? -1];
      const key = number * (authors.length + 1) + by + 1;
      if (!origins.has(key)) origins.set(key, this.#originAt(number, authors[by]));
    });
    return [...origins.values()];
  }
}

/** Of models that answered in several versions by one method nothing is put together unasked. */
function addVersion(
  by: string[],
  written: readonly { attributes: Noted }[],
  asked: string | readonly string[] | null | undefined,
): string[] {
  const isAsked = (asked?.length ?? 0) > 0;
  const key = ({ attributes }: { attributes: Noted }) =>
    JSON.stringify([attributes["model"], attributes["method"]]);
  const versions = new Map<string, Set<string>>();
  for (const one of written)
    versions.set(key(one), (versions.get(key(one)) ?? new Set()).add(one.attributes["version"] ?? ""));
  const differ = [...versions.values()].some(({ size }) => size > 1);
  return !isAsked && differ && !by.includes("version") ? [...by, "version"] : by;
}

/** Null where it has few values, or such as are no numbers. */
function cutAttribute(cases: readonly { attributes?: Noted | null }[], name: string): NumberPart[] | null {
  const values = cases.flatMap(({ attributes }) => attributes?.[name] ?? []);
  if (!values.every((value) => /^\d{1,15}(\.\d{1,15})?$/.test(value))) return null;
  return new Set(values).size > maxNumbers ? cutNumbers(values.map(Number), numberParts) : null;
}

function nameValue(value: string | undefined, parts: readonly NumberPart[] | null): string | null {
  if (value === undefined) return null;
  const part = parts?.find(({ from, to }) => Number(value) >= from && Number(value) <= to);
  return part ? namePart(part) : value;
}

const namePart = ({ from, to }: NumberPart): string => (from === to ? String(from) : `${from}–${to}`);

/** As cases name their values, then runs; what has none comes last. */
function sortOrigins(
  origins: readonly Origin[],
  classes: readonly Origin[],
  binned: readonly (readonly NumberPart[] | null)[],
): Origin[] {
  const placesOf = binned.map((parts, i) => {
    const inOrder: (string | null)[] = (parts ?? []).map(namePart);
    const values = [...inOrder, ...classes.concat(origins).map((origin) => origin[i] ?? null)];
    const known = new Set(values.filter((value) => value !== null));
    return new Map([...known, null].map((value, place) => [value, place]));
  });
  const unique = new Map(origins.map((origin) => [JSON.stringify(origin), origin]));
  return [...unique.values()].sort((a, b) => {
    const differs = a.findIndex((value, i) => value !== b[i]);
    const placeOf = (origin: Origin) => placesOf[differs]?.get(origin[differs] ?? null) ?? 0;
    return differs < 0 ? 0 : placeOf(a) - placeOf(b);
  });
}
