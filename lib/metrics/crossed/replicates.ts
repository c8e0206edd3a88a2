import { checkCrossed, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { layOutAnswers, makeCounts } from "#lib/metrics/crossed/layout.ts";
import { listAnsweredSets, packModels } from "#lib/metrics/crossed/models.ts";
import { listDrawn, prepareSums } from "#lib/metrics/crossed/sums.ts";
import { caseStream, drawWeights, peopleStream } from "#lib/metrics/crossed/resampling-weights.ts";

/** Where each statistic stands among the statistics of a replicate. */
export const placeStatistics = (models: number) => ({
  people: 0,
  peopleOnce: 1,
  model: (one: number) => 2 + one,
  gap: (one: number) => 2 + models + one,
  gapOnce: (one: number) => 2 + 2 * models + one,
  count: 2 + 3 * models,
});

/** Every statistic under the weights of one replicate; NaN where it doesn't exist. */
export function prepareStatistics(input: CrossedInput) {
  checkCrossed(input);
  const { sumDrawn, sumModels, sumAnswered } = prepareSums(input, layOutAnswers(input), packModels(input));
  const { sets, setOf } = listAnsweredSets(input);
  const places = placeStatistics(input.models.length);
  const caseWeights = new Uint8Array(input.cases);
  const personWeights = new Uint8Array(input.people);
  const drawn = {
    active: makeCounts(input.cases, input.cases),
    weightOf: new Uint8Array(input.cases),
    count: 0,
  };
  const found = new Float64Array(places.count);

  function weigh(): Float64Array {
    listDrawn(caseWeights, drawn);
    const total = sumDrawn(drawn, personWeights);
    found[places.people] = total.right / total.answers;
    found[places.peopleOnce] = total.rightOnce / total.once;
    if (setOf.length === 0) return found;
    const correct = sumModels(drawn, total);
    const answered = sets.map((set) => sumAnswered(total, set, caseWeights));
    for (let m = 0; m < setOf.length; m += 1) {
      const own = answered[setOf[m] as number] ?? total;
      found[places.model(m)] = (correct.cases[m] as number) / own.cases;
      found[places.gap(m)] = (own.right - (correct.answers[m] as number)) / own.answers;
      found[places.gapOnce(m)] = (own.rightOnce - (correct.once[m] as number)) / own.once;
    }
    return found;
  }

  return {
    places,
    /** Everybody and everything once. */
    observe: () => {
      caseWeights.fill(1);
      personWeights.fill(1);
      return weigh();
    },
    draw: (replicate: number) => {
      drawWeights(caseWeights, input.seed, caseStream(replicate));
      drawWeights(personWeights, input.seed, peopleStream(replicate));
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
