import { randomShares, shuffledOrder } from "#lib/metrics/testing/random-answers.ts";

/** An answer of a person to a case, in every way that a figure may take it. */
export type ListedRow = {
  readonly person: string;
  readonly case: string;
  readonly choice: number;
  readonly again: number;
  readonly rating: number;
  readonly sure: number;
};

/** What is known of a case. A model's score is NaN where it has none, and so is a judge's. */
type CaseFacts = {
  readonly group: string;
  readonly origin: string;
  readonly stratum: string;
  readonly options: number;
  readonly gold: number;
  readonly judged: number;
  readonly models: Readonly<Record<Model, number>>;
};

const models = ["first", "second", "third"] as const;
type Model = (typeof models)[number];

export type ListedStudy = {
  readonly rows: readonly ListedRow[];
  readonly models: readonly Model[];
  readonly knownOf: (id: string) => CaseFacts;
};

/**
 * Small, with ties, gaps and thirds. Of every three studies one is all but unanimous and one without any gap; in every
 * fourth, people differ as evenly as they can, and every tenth has more groups than are tested exactly.
 */
export function drawListed(seed: number): ListedStudy {
  const { share, below } = randomShares(seed);
  const slip = seed % 3 === 0 ? 0.02 : 0.4;
  const answered = seed % 3 === 1 ? 1 : 0.6;
  const [people, cases] = [3 + below(4), seed % 10 === 0 ? 100 : 16 + below(8)];
  // Ids don't say in which order they were drawn.
  const ids = (count: number, what: string) =>
    shuffledOrder(count, seed + what.length).map((at) => `${what}${at}`);
  const score = (skill: number) => (share() < 0.1 ? NaN : share() < skill ? 1 : share() < 0.2 ? 1 / 3 : 0);
  const known = new Map(
    ids(cases, "case").map((id, at): [string, CaseFacts] => {
      const options = 3 + below(2);
      const own = {
        group: `group${at >> 1}`,
        origin: `origin${at % 2 === 1 ? 2 : share() < 0.9 ? 0 : 1}`,
        stratum: `stratum${below(3)}`,
        options,
        gold: below(options),
        judged: share() < 0.1 ? NaN : 1 + below(9) / 2,
      };
      return [id, { ...own, models: { first: score(0.8), second: score(0.6), third: score(0.6) } }];
    }),
  );
  const knownOf = (id: string) => known.get(id) as CaseFacts;
  const rows = ids(people, "person").flatMap((person, number) =>
    [...known].flatMap(([id, { gold, options }], at): ListedRow[] => {
      if (share() > answered) return [];
      const draw = () => (share() < slip ? below(options) : gold);
      const choice = seed % 4 === 0 ? (number + at) % 3 : draw();
      const again = share() < 0.3 ? draw() : choice;
      const rating = 1 + ((gold + (share() < slip ? below(4) : 0)) % 5);
      return [{ person, case: id, choice, again, rating, sure: below(11) / 10 }];
    }),
  );
  return { rows, models, knownOf };
}

const shuffle = <T>(list: readonly T[], seed: number): T[] =>
  shuffledOrder(list.length, seed).map((at) => list[at] as T);

export const shuffleListed = ({ rows, ...study }: ListedStudy, seed: number): ListedStudy => ({
  ...study,
  models: shuffle(models, seed),
  rows: shuffle(rows, seed),
});

/** What comes first among the rows has the first number; or else numbers go by names, whatever comes first. */
function numberIds(ids: readonly string[], isByName: boolean) {
  const names = isByName ? [...new Set(ids)].sort() : [...new Set(ids)];
  const places = new Map(names.map((name, place) => [name, place]));
  return { names, count: names.length, of: Int32Array.from(ids, (id) => places.get(id) as number) };
}

/** The rows as figures take them. */
export function layOut({ rows, models: listed, knownOf }: ListedStudy, isByName: boolean) {
  const number = (ids: readonly string[]) => numberIds(ids, isByName);
  const [people, cases] = [number(rows.map(({ person }) => person)), number(rows.map((row) => row.case))];
  const known = cases.names.map(knownOf);
  const [groups, origins] = [
    number(known.map(({ group }) => group)),
    number(known.map(({ origin }) => origin)),
  ];
  const table = (valueOf: (row: ListedRow) => number) => {
    const empty = people.names.map(() => cases.names.map((): number | null => null));
    for (const [i, row] of rows.entries())
      (empty[people.of[i] as number] ?? [])[cases.of[i] as number] = valueOf(row);
    return empty;
  };
  const ofRows = (valueOf: (row: ListedRow, gold: number) => number) =>
    Float64Array.from(rows, (row) => valueOf(row, knownOf(row.case).gold));
  return {
    rows,
    models: listed,
    known,
    people,
    cases,
    groups,
    origins,
    table,
    ofRows,
    answers: { people: people.count, cases: cases.count, person: people.of, case: cases.of },
    rated: { raters: people.count, cases: cases.count, rater: people.of, case: cases.of },
    choice: Int8Array.from(rows, ({ choice }) => choice),
    right: ofRows(({ choice }, gold) => Number(choice === gold)),
    gold: Int8Array.from(known, ({ gold }) => gold),
    options: Int32Array.from(known, ({ options }) => options),
    judged: Float64Array.from(known, (one) => one.judged),
    // Strata are those of the plan, in its order.
    stratumOf: numberIds(
      known.map(({ stratum }) => stratum),
      true,
    ).of,
    groupOfRows: cases.of.map((at) => groups.of[at] as number),
    originOfRows: cases.of.map((at) => origins.of[at] as number),
    scoresOf: (model: Model) => Float64Array.from(known, (one) => one.models[model]),
  };
}
export type StudyLayout = ReturnType<typeof layOut>;

export const byName = <T>(names: readonly string[], list: ArrayLike<T>): Record<string, T> =>
  Object.fromEntries(Array.from(list, (one, place) => [names[place] ?? place, one]));

/** Of pairs, each of which lists the one that came first, by the names of both. */
export const byPair = <P extends { readonly first: number; readonly second: number }>(
  names: readonly string[],
  pairs: readonly P[],
) =>
  Object.fromEntries(
    pairs.map(({ first, second, ...pair }) => [[names[first], names[second]].toSorted().join(), pair]),
  );
