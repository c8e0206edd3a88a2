import type { Choices } from "#lib/metrics/agreement/trusted-answers.ts";

/**
 * Whether the options are the same categories in every case, and have an order. Names that belong to one case are no
 * category that another case could share.
 */
export type Categories =
  | { readonly are: "own" }
  | { readonly are: "shared"; readonly count: number; readonly ordered: boolean };

/** What cases with two and more choices add to every measure of agreement; sums, so that one can be taken out again. */
export type AgreementTally = {
  cases: number;
  agreeing: number;
  unanimous: number;
  /** What guessing would agree on: one in so many options. */
  chance: number;
  /** Of shared categories: how often each meets each within a case, each choice counted once. */
  readonly meetings: Float64Array;
};

export const emptyTally = (categories: Categories): AgreementTally => ({
  cases: 0,
  agreeing: 0,
  unanimous: 0,
  chance: 0,
  meetings: new Float64Array(categories.are === "shared" ? categories.count ** 2 : 0),
});

/** How many chose each option, or each of shared categories, and among how many of them they chose. */
export type CaseCounts = { readonly counts: Int32Array; readonly options: number };

/** Takes a case in, or with -1 out. A case with fewer than two choices says nothing about agreement. */
export function tallyCase(
  tally: AgreementTally,
  { counts, options }: CaseCounts,
  categories: Categories,
  sign: 1 | -1 = 1,
): void {
  let [size, squares, most] = [0, 0, 0];
  for (let option = 0; option < counts.length; option++) {
    const count = counts[option] as number;
    size += count;
    squares += count * count;
    most = Math.max(most, count);
  }
  if (size < 2) return;
  tally.cases += sign;
  tally.agreeing += (sign * (squares - size)) / (size * (size - 1));
  tally.unanimous += most === size ? sign : 0;
  tally.chance += sign / options;
  if (categories.are === "own") return;
  const { count: width } = categories;
  for (let a = 0; a < width; a++) {
    const own = counts[a] as number;
    if (own === 0) continue;
    for (let b = 0; b < width; b++) {
      const met = own * ((counts[b] as number) - (a === b ? 1 : 0));
      const at = a * width + b;
      tally.meetings[at] = (tally.meetings[at] as number) + (sign * met) / (size - 1);
    }
  }
}

/** By case. Choices are options of the case, or shared categories. */
export function countByCase(
  { case: caseOf, choice, options }: Choices,
  categories: Categories,
): CaseCounts[] {
  const cases = Array.from(options, (count) => ({
    counts: new Int32Array(categories.are === "shared" ? categories.count : count),
    options: count,
  }));
  for (let i = 0; i < choice.length; i++) move(cases[caseOf[i] as number], choice[i] as number, 1);
  return cases;
}

/** Gives a case one choice more, or one less. */
export function move(one: CaseCounts | undefined, option: number, by: 1 | -1): void {
  if (one) one.counts[option] = (one.counts[option] as number) + by;
}

export const agreementMeasures = ["pairwise", "freeKappa", "unanimous", "alpha", "fleiss"] as const;
export type AgreementMeasure = (typeof agreementMeasures)[number];

/**
 * Share of pairs that agree; of cases on which all do; the same beyond guessing (Randolph 2005); Krippendorff's alpha and
 * Fleiss' kappa of shared categories alone. NaN is undefined.
 */
export function judgeTally(tally: AgreementTally, categories: Categories): Record<AgreementMeasure, number> {
  const { cases, agreeing, unanimous, chance, meetings } = tally;
  const pairwise = agreeing / cases;
  const guessed = chance / cases;
  const shared = categories.are === "shared" ? judgeMeetings(meetings, categories) : null;
  return {
    pairwise,
    unanimous: unanimous / cases,
    freeKappa: guessed >= 1 ? NaN : (pairwise - guessed) / (1 - guessed),
    alpha: shared ? shared.alpha : NaN,
    fleiss: shared && shared.squares < 1 ? (pairwise - shared.squares) / (1 - shared.squares) : NaN,
  };
}

type SharedCategories = Extract<Categories, { are: "shared" }>;

function judgeMeetings(
  meetings: Float64Array,
  { count, ordered }: SharedCategories,
): { alpha: number; squares: number } {
  const totals = new Float64Array(count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b < count; b++) totals[a] = (totals[a] as number) + (meetings[a * count + b] as number);
  const all = totals.reduce((sum, one) => sum + one, 0);
  const distance = ordered ? orderedDistance(totals) : (a: number, b: number) => (a === b ? 0 : 1);
  let [observed, expected, squares] = [0, 0, 0];
  for (let a = 0; a < count; a++) {
    squares += ((totals[a] as number) / all) ** 2;
    for (let b = 0; b < count; b++) {
      const apart = distance(a, b);
      observed += (meetings[a * count + b] as number) * apart;
      expected += (totals[a] as number) * (totals[b] as number) * apart;
    }
  }
  // One category alone leaves nothing to disagree about; sums of fractions come out a hair off nothing.
  const isOne = expected < 1e-9;
  return { alpha: isOne ? NaN : 1 - ((all - 1) * observed) / expected, squares: isOne ? 1 : squares };
}

/** From the middle of the one to the middle of the other, counted in choices, squared. */
function orderedDistance(totals: Float64Array): (a: number, b: number) => number {
  let below = 0;
  const middles = totals.map((total) => {
    const middle = below + total / 2;
    below += total;
    return middle;
  });
  return (a, b) => ((middles[a] as number) - (middles[b] as number)) ** 2;
}
