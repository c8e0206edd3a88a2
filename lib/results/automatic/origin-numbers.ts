import {
  cutNumbers,
  listAttributes,
  readBy,
  type AttributeOfCases,
  type NumberPart,
  type Origin,
} from "#lib/study-results/kinds/origins.ts";
import type {
  MeasuredCase,
  MeasuredRows,
  SeriesEntries,
  SeriesPart,
} from "#lib/study-results/kinds/series.ts";

/** More numbers than these are put together, in so many parts. */
const maxNumbers = 12;
const numberParts = 4;

type Noted = Readonly<Record<string, string>>;

/** What origins can be told apart by, with how many values or ranges it has here. */
export type OriginAttribute = AttributeOfCases & {
  /** Its values are in the order of their numbers. */
  readonly isNumber: boolean;
  /** No case states it: it is how long what is judged is. */
  readonly isLength: boolean;
};

/** Where what is judged or answered comes from: by what the case notes, or the model that answered it. */
export class OriginNumbers {
  readonly attributes: readonly OriginAttribute[];
  readonly by: readonly string[];
  /** Numbers in their order; other values as the benchmark, and then its runs, first name them. */
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
    const listed = places.flatMap((at) => cases[at] ?? []);
    const noted = addLength(listed);
    const written = parts.flatMap(({ authors, series }) => {
      const used = new Set<number>();
      for (const { author } of new Set(series.map(({ entries }) => entries)))
        author?.forEach((one) => used.add(one));
      return authors.filter((_, at) => used.has(at)).map((attributes) => ({ attributes }));
    });
    const all = { cases: [...noted, ...written] };
    const cuts = new Map<string, Cut | null>();
    this.attributes = listAttributes(all).map(({ name, values }) => {
      const cut = cutAttribute(noted, name);
      cuts.set(name, cut);
      const isLength = name === lengthName && noted !== listed;
      return { name, values: cut?.parts?.length ?? values, isNumber: cut !== null, isLength };
    });
    this.by = addVersion(readBy(asked, all), written, asked);
    const binned = this.by.map((name) => cuts.get(name) ?? null);
    this.#classOf = new Int32Array(cases.length);
    const known = new Map<string, number>();
    for (const [i, at] of places.entries()) {
      const { attributes } = noted[i] ?? {};
      const values = this.by.map((name, of) => nameValue(attributes?.[name], binned[of] ?? null));
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

type Attributed = Pick<MeasuredCase, "attributes">;

const lengthName = "length";

/** An attribute that cases state themselves is left as it is. */
function addLength(cases: readonly MeasuredCase[]): readonly Attributed[] {
  const isStated = cases.some(({ attributes }) => attributes?.[lengthName] !== undefined);
  if (isStated || cases.every(({ judgedLength }) => judgedLength == null)) return cases;
  return cases.map((row) => {
    const { attributes, judgedLength } = row;
    return judgedLength == null
      ? row
      : { ...row, attributes: { ...attributes, [lengthName]: String(judgedLength) } };
  });
}

/** Values that are numbers, in their order, and the parts that stand for them where they are many. */
type Cut = { readonly parts: readonly NumberPart[] | null; readonly names: readonly string[] };

function cutAttribute(cases: readonly Attributed[], name: string): Cut | null {
  const values = cases.flatMap(({ attributes }) => attributes?.[name] ?? []);
  if (values.length === 0 || !values.every((value) => /^\d{1,15}(\.\d{1,15})?$/.test(value))) return null;
  const unique = [...new Set(values)];
  if (unique.length <= maxNumbers)
    return { parts: null, names: unique.sort((a, b) => Number(a) - Number(b)) };
  const parts = cutNumbers(values.map(Number), numberParts);
  return { parts, names: parts.map(namePart) };
}

function nameValue(value: string | undefined, cut: Cut | null): string | null {
  if (value === undefined) return null;
  const part = cut?.parts?.find(({ from, to }) => Number(value) >= from && Number(value) <= to);
  return part ? namePart(part) : value;
}

const namePart = ({ from, to }: NumberPart): string => (from === to ? String(from) : `${from}–${to}`);

/** Numbers in their order, other values as cases name them, then runs; what has none comes last. */
function sortOrigins(
  origins: readonly Origin[],
  classes: readonly Origin[],
  binned: readonly (Cut | null)[],
): Origin[] {
  const placesOf = binned.map((cut, i) => {
    const inOrder: readonly (string | null)[] = cut?.names ?? [];
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
