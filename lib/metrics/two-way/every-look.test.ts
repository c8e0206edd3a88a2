import { describe, expect, test } from "vitest";
import {
  everyLookGap,
  everyLookInterval,
  everyLookLevel,
  lookDeviate,
} from "#lib/metrics/two-way/every-look.ts";
import { gapInterval, measureGap, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { thorough } from "#lib/testing/thorough.ts";

describe("an interval that holds at every look", () => {
  test("is the narrowest about the planned end", () => {
    const half = (people: number) => lookDeviate(people, 60) / Math.sqrt(people);
    for (const other of [20, 120]) expect(half(60)).toBeLessThan(lookDeviate(60, other) / Math.sqrt(60));
    expect(half(60)).toBeLessThan(half(30));
    expect(lookDeviate(60, 60)).toBeCloseTo(3.035, 2);
  });

  test("holds the ordinary one, of people and of a difference from them", () => {
    const weighed = weighPeople({
      people: 12,
      cases: 20,
      person: Int32Array.from({ length: 240 }, (_, i) => i % 12),
      case: Int32Array.from({ length: 240 }, (_, i) => Math.floor(i / 12)),
      score: Float64Array.from({ length: 240 }, (_, i) => (i % 5 === 0 ? 0 : 1)),
    })!;
    const gap = measureGap(
      weighed,
      Float64Array.from({ length: 20 }, (_, at) => Number(at > 3)),
    )!;
    for (const [once, always] of [
      [peopleInterval(weighed.people), everyLookInterval(weighed.people, 40)],
      [gapInterval(gap), everyLookGap(gap, 40)],
    ] as const) {
      expect(always.low).toBeLessThan(once.low ?? 0);
      expect(always.high).toBeGreaterThan(once.high ?? 1);
    }
  });

  test("has a level however few have answered of however many", () => {
    for (const people of [2, 3, 10_000]) expect(everyLookLevel(people, 10_000)).toBeLessThan(1);
    expect(everyLookLevel(10_000, 2)).toBeGreaterThan(0.99);
  });

  test("a walk of chance leaves it at any of 120 steps in less than one of twenty", () => {
    let left = 0;
    for (let walk = 0; walk < 1000; walk++) {
      const { share } = randomShares(walk);
      let sum = 0;
      for (let step = 1; step <= 120; step++) {
        sum += (share() + share() + share() - 1.5) * 2;
        if (Math.abs(sum) > lookDeviate(step, 60) * Math.sqrt(step)) {
          left += 1;
          break;
        }
      }
    }
    expect(left).toBeLessThanOrEqual(50);
  });

  thorough(
    "of people errs at any of 36 looks in less than one study of twenty, where the ordinary one does in one of ten",
    () => {
      const erred = { once: 0, always: 0 };
      const studies = 100;
      for (let study = 0; study < studies; study++) {
        const looks = lookAt(study);
        if (looks.some((mean) => misses(peopleInterval(mean)))) erred.once += 1;
        if (looks.some((mean) => misses(everyLookInterval(mean, mostPeople)))) erred.always += 1;
      }
      expect(erred.once).toBeGreaterThan(0.1 * studies);
      expect(erred.always).toBeLessThanOrEqual(0.05 * studies);
    },
  );
});

const [mostPeople, cases] = [40, 12];
/** Of people and cases both, each uniform: right as often as not. */
const truth = 0.5;
const misses = ({ low, high }: ReturnType<typeof peopleInterval>) =>
  (low ?? 0) > truth || (high ?? 1) < truth;

const person = Int32Array.from({ length: mostPeople * cases }, (_, i) => Math.floor(i / cases));
const caseOf = Int32Array.from(person, (_, i) => i % cases);

/** What one study comes to after its fifth person, and after each one more. */
function lookAt(study: number) {
  const { share } = randomShares(study);
  const hard = Array.from({ length: cases }, share);
  const skill = Array.from({ length: mostPeople }, share);
  const score = Float64Array.from(person, (one, i) =>
    Number(share() < (1 + (skill[one] as number) - (hard[i % cases] as number)) / 2),
  );
  return Array.from({ length: mostPeople - 4 }, (_, look) => {
    const answers = (look + 5) * cases;
    return twoWayMean({
      people: mostPeople,
      cases,
      person: person.subarray(0, answers),
      case: caseOf.subarray(0, answers),
      score: score.subarray(0, answers),
    })!;
  });
}
