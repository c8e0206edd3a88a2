import { checkCrossed, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { layOutGroups, makeCounts } from "#lib/metrics/crossed/layout.ts";
import { listAnsweredSets, packModels } from "#lib/metrics/crossed/models.ts";
import { listDrawn, prepareSums } from "#lib/metrics/crossed/sums.ts";
import { caseStream, drawWeights, groupStream } from "#lib/metrics/crossed/resampling-weights.ts";

/** Where each statistic stands among the statistics of a replicate. */
export function placeStatistics(groups: number, models: number) {
  const pairs = (groups * (groups - 1)) / 2;
  const [model, gap] = [groups, groups + models];
  const [difference, peopleOnce] = [gap + groups * models, gap + groups * models + pairs];
  const gapOnce = peopleOnce + groups;
  return {
    people: (group: number) => group,
    model: (one: number) => model + one,
    gap: (group: number, one: number) => gap + group * models + one,
    /** Pairs of groups in the order 0-1, 0-2, 1-2, 0-3 … */
    difference: (pair: number) => difference + pair,
    peopleOnce: (group: number) => peopleOnce + group,
    gapOnce: (group: number, one: number) => gapOnce + group * models + one,
    pairs,
    count: gapOnce + groups * models,
  };
}

/** Every statistic under the weights of one replicate; NaN where it doesn't exist. */
export function prepareStatistics(input: CrossedInput) {
  checkCrossed(input);
  const groups = layOutGroups(input);
  const words = packModels(input);
  const { sets, setOf } = listAnsweredSets(input);
  const places = placeStatistics(groups.length, input.models.length);
  const caseWeights = new Uint8Array(input.cases);
  const drawn = {
    active: makeCounts(input.cases, input.cases),
    weightOf: new Uint8Array(input.cases),
    count: 0,
  };
  const prepared = groups.map((group) => ({
    ...prepareSums(input, group, words),
    weights: new Uint8Array(group.people),
  }));
  const found = new Float64Array(places.count);

  function weigh(): Float64Array {
    listDrawn(caseWeights, drawn);
    for (const [g, { sumDrawn, sumModels, sumAnswered, weights }] of prepared.entries()) {
      const total = sumDrawn(drawn, weights);
      found[places.people(g)] = total.right / total.answers;
      found[places.peopleOnce(g)] = total.rightOnce / total.once;
      if (setOf.length === 0) continue;
      const correct = sumModels(drawn, total);
      const answered = sets.map((set) => sumAnswered(total, set, caseWeights));
      for (let m = 0; m < setOf.length; m += 1) {
        const own = answered[setOf[m] as number] ?? total;
        found[places.gap(g, m)] = (own.right - (correct.answers[m] as number)) / own.answers;
        found[places.gapOnce(g, m)] = (own.rightOnce - (correct.once[m] as number)) / own.once;
        if (g === 0) found[places.model(m)] = (correct.cases[m] as number) / own.cases;
      }
    }
    let pair = 0;
    for (let second = 1; second < groups.length; second += 1)
      for (let first = 0; first < second; first += 1, pair += 1)
        found[places.difference(pair)] =
          (found[places.people(first)] as number) - (found[places.people(second)] as number);
    return found;
  }

  return {
    places,
    /** Everybody and everything once. */
    observe: () => {
      caseWeights.fill(1);
      for (const { weights } of prepared) weights.fill(1);
      return weigh();
    },
    draw: (replicate: number) => {
      drawWeights(caseWeights, input.seed, caseStream(replicate));
      for (const [g, { weights }] of prepared.entries())
        drawWeights(weights, input.seed, groupStream(g, replicate));
      return weigh();
    },
  };
}

export type ReplicatePart = {
  readonly from: number;
  readonly to: number;
  /** Statistic by statistic, and within each one replicate by replicate. */
  readonly values: Float64Array<ArrayBuffer>;
  /** The statistics of the data as they are, which every part brings along. */
  readonly observed: Float64Array;
};

export function drawReplicates(input: CrossedInput, from: number, to: number): ReplicatePart {
  const { places, draw, observe } = prepareStatistics(input);
  const size = to - from;
  const values = new Float64Array(places.count * size);
  for (let i = 0; i < size; i += 1) {
    const found = draw(from + i);
    for (let place = 0, at = i; place < places.count; place += 1, at += size)
      values[at] = found[place] as number;
  }
  return { from, to, values, observed: observe().slice() };
}

/** One statistic's values in a part, as they were written above. */
export const listReplicates = ({ from, to, values }: ReplicatePart, place: number): Float64Array =>
  values.subarray(place * (to - from), (place + 1) * (to - from));
