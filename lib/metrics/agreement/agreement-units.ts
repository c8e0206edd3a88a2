import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import { shareOfAgreeingPairs } from "#lib/metrics/agreement/ratings.ts";
import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

/** The cases with two and more choices, and what each adds to the measures of agreement. */
export type AgreementUnits = {
  readonly cases: number;
  readonly options: number;
  readonly size: Int32Array;
  /** Disagreeing pairs of choices, over the other choices that each is paired with. */
  readonly disagreement: Float64Array;
  /** Share of the pairs that agree. */
  readonly agreeing: Float64Array;
  readonly unanimous: Uint8Array;
  /** Where the options somebody chose begin, one more than there are cases; which they are; how many chose them. */
  readonly start: Int32Array;
  readonly option: Int32Array;
  readonly count: Int32Array;
};

export type AgreementSums = {
  disagreement: number;
  agreeing: number;
  unanimous: number;
  ratings: number;
  /** Of the numbers of choices by option. */
  squares: number;
};

export function listPairable(table: ChoiceTable): AgreementUnits {
  const units = Array.from({ length: table.cases }, (_, at) => {
    const counts = countsOf(table, at);
    const size = counts.reduce((sum, count) => sum + count, 0);
    const squares = counts.reduce((sum, count) => sum + count * count, 0);
    return { counts, size, squares };
  }).filter(({ size }) => size >= 2);
  const start = new Int32Array(units.length + 1);
  const option: number[] = [];
  const count: number[] = [];
  for (const [i, { counts }] of units.entries()) {
    for (const [place, chosen] of counts.entries()) {
      if (chosen === 0) continue;
      option.push(place);
      count.push(chosen);
    }
    start[i + 1] = option.length;
  }
  return {
    cases: units.length,
    options: table.options,
    size: Int32Array.from(units, ({ size }) => size),
    disagreement: Float64Array.from(units, ({ size, squares }) => (size * size - squares) / (size - 1)),
    agreeing: Float64Array.from(units, ({ counts, size }) => shareOfAgreeingPairs(counts, size)),
    unanimous: Uint8Array.from(units, ({ size, squares }) => (squares === size * size ? 1 : 0)),
    start,
    option: Int32Array.from(option),
    count: Int32Array.from(count),
  };
}

export function sumUnits(units: AgreementUnits, weights: Uint8Array): AgreementSums {
  const sums: AgreementSums = { disagreement: 0, agreeing: 0, unanimous: 0, ratings: 0, squares: 0 };
  const totals = new Float64Array(units.options);
  for (let from = 0; from < units.cases; from += ROUNDS)
    addUnits(units, weights, sums, totals, from, Math.min(units.cases, from + ROUNDS));
  for (const total of totals) {
    sums.ratings += total;
    sums.squares += total * total;
  }
  return sums;
}

function addUnits(
  { disagreement, agreeing, unanimous, start, option, count }: AgreementUnits,
  weights: Uint8Array,
  sums: AgreementSums,
  totals: Float64Array,
  from: number,
  to: number,
): void {
  let disagreeing = sums.disagreement;
  let agree = sums.agreeing;
  let all = 0;
  for (let at = from; at < to; at += 1) {
    const weight = weights[at] as number;
    if (weight === 0) continue;
    disagreeing += weight * (disagreement[at] as number);
    agree += weight * (agreeing[at] as number);
    all += weight * (unanimous[at] as number);
    const end = start[at + 1] as number;
    for (let i = start[at] as number; i < end; i += 1) {
      const place = option[i] as number;
      totals[place] = (totals[place] as number) + weight * (count[i] as number);
    }
  }
  sums.disagreement = disagreeing;
  sums.agreeing = agree;
  sums.unanimous += all;
}
