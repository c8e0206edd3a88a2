import { expect, test } from "vitest";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { betweenInterval, measureBetween, measureWithin } from "#lib/metrics/two-way/between.ts";
import { keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { twoWayMean, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

type Study = { people: number; cases: number; seed: number; spread: number };

/** Everybody has half of the cases one way and half the other, in turn; the ways are equally hard. */
function drawStudy({ people, cases, seed, spread }: Study): {
  all: TwoWayInput;
  isFirst: (i: number) => boolean;
} {
  const { share } = randomShares(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const ease = Array.from({ length: cases }, () => spread * normal());
  const able = Array.from({ length: people }, () => spread * normal());
  const count = people * cases;
  const person = Int32Array.from({ length: count }, (_, i) => Math.floor(i / cases));
  const caseOf = Int32Array.from({ length: count }, (_, i) => i % cases);
  const logit = (i: number) => (able[person[i] as number] as number) + (ease[caseOf[i] as number] as number);
  const score = Float64Array.from(person, (_, i) => Number(share() < 1 / (1 + Math.exp(-logit(i)))));
  const all = { people, cases, person, case: caseOf, score };
  return { all, isFirst: (i) => ((person[i] as number) + (caseOf[i] as number)) % 2 === 0 };
}

function split(study: Study) {
  const { all, isFirst } = drawStudy(study);
  const inputs = [keepAnswers(all, isFirst), keepAnswers(all, (i) => !isFirst(i))] as const;
  const [one, other] = inputs.map(twoWayMean) as [TwoWayMean, TwoWayMean];
  return { inputs, one, other };
}

test("the variance of the difference is that of its answers pair by pair, by person and by case", () => {
  const { inputs, one, other } = split({ people: 7, cases: 24, seed: 11, spread: 1 });
  // By how much each answer moves the difference.
  const moves = inputs.flatMap((input, way) =>
    Array.from(input.score, (score, i) => ({
      person: input.person[i],
      case: input.case[i],
      by: ((way === 0 ? 1 : -1) * (score - (way === 0 ? one : other).mean)) / input.score.length,
    })),
  );
  const sums = { person: 0, case: 0, answer: 0 };
  moves.forEach((first, i) =>
    moves.forEach((second, j) => {
      const together = first.by * second.by;
      if (first.person === second.person) sums.person += together;
      if (first.case === second.case) sums.case += together;
      if (i === j) sums.answer += together;
    }),
  );
  const [ofPeople, ofCases] = [sums.person * (7 / 6), sums.case * (24 / 23)];
  const variance = Math.max(ofPeople + ofCases - sums.answer, Math.min(ofPeople, ofCases));
  const { correlation, value } = measureWithin(one, other);
  const [ofOne, ofOther] = [one.variance ?? NaN, other.variance ?? NaN];
  expect(ofOne + ofOther - 2 * correlation * Math.sqrt(ofOne * ofOther)).toBeCloseTo(variance, 12);
  expect(value).toBeCloseTo(one.mean - other.mean, 12);
  expect(measureWithin(other, one).correlation).toBeCloseTo(correlation, 12);
});

test("its interval is as wide as what resampling people and cases together finds", () => {
  const study = { people: 16, cases: 40, seed: 3, spread: 1 };
  const { all, isFirst } = drawStudy(study);
  const { share } = randomShares(99);
  const drawCounts = (count: number) => {
    const counts = new Float64Array(count);
    for (let one = 0; one < count; one++) {
      const at = Math.floor(share() * count);
      counts[at] = (counts[at] as number) + 1;
    }
    return counts;
  };
  const drawn = Array.from({ length: 2000 }, () => {
    const [people, cases] = [drawCounts(study.people), drawCounts(study.cases)];
    const sums = { first: [0, 0], second: [0, 0] } as { first: [number, number]; second: [number, number] };
    all.score.forEach((score, i) => {
      const weight = (people[all.person[i] as number] as number) * (cases[all.case[i] as number] as number);
      const sum = sums[isFirst(i) ? "first" : "second"];
      sum[0] += weight * score;
      sum[1] += weight;
    });
    return sums.first[0] / sums.first[1] - sums.second[0] / sums.second[1];
  }).toSorted((a, b) => a - b);
  const resampled = (drawn[1949] as number) - (drawn[49] as number);
  const { one, other } = split(study);
  const { low, high } = betweenInterval(measureWithin(one, other));
  const width = (high ?? NaN) - (low ?? NaN);
  // Resampling both ways counts the noise of single answers three times, so that it is wider than what it estimates.
  expect(width).toBeLessThan(resampled);
  expect(width).toBeGreaterThan(resampled / 2);
});

test("of two ways that are equally hard it is seldom claimed that one is, and people in both make it narrower", () => {
  const studies = 300;
  let [claimed, narrower] = [0, 0];
  for (let seed = 1; seed <= studies; seed++) {
    const { one, other } = split({ people: 12, cases: 40, seed, spread: 1 });
    const within = betweenInterval(measureWithin(one, other));
    const between = betweenInterval(measureBetween(one, other));
    if ((within.low ?? 0) > 0 || (within.high ?? 0) < 0) claimed += 1;
    const widthOf = ({ low, high }: typeof within) => (high ?? NaN) - (low ?? NaN);
    if (widthOf(within) < widthOf(between)) narrower += 1;
  }
  // Five in a hundred by construction; by chance at most so many of 300.
  expect(claimed).toBeLessThanOrEqual(25);
  expect(claimed).toBeGreaterThan(3);
  expect(narrower).toBeGreaterThan(0.9 * studies);
});
