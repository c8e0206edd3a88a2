import { expect, test } from "vitest";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { drawPairs, expectedStrengths } from "#bench/support/coverage/drawn-pairs.ts";
import { drawRatings, expectedRating } from "#bench/support/coverage/drawn-ratings.ts";
import { measureDesign } from "#bench/support/coverage/measure-designs.ts";
import { measureDifferences, measureStrengths } from "#bench/support/coverage/measure-raters.ts";
import { prepareStudies } from "#bench/support/coverage/drawn-studies.ts";
import { thorough } from "#lib/testing/thorough.ts";

const small = { design: "same" as const, people: 12, casesPerPerson: 20 };

test("studies are drawn with the accuracy that was asked for, people and models alike", () => {
  for (const design of [small, { ...small, works: 4 }, { ...small, tracks: 3, casesPerPerson: 21 }]) {
    const draw = prepareStudies({ ...design, accuracy: 0.8 }, [0.8, 0.6], 1);
    const sums = [0, 0, 0];
    for (let stream = 0; stream < 400; stream++) {
      const { input, models } = draw(stream);
      [input.score, ...models].forEach((scores, at) => {
        sums[at] = (sums[at] ?? 0) + scores.reduce((sum, one) => sum + one, 0) / scores.length / 400;
      });
    }
    expect(sums[0]).toBeCloseTo(0.8, 1);
    expect(sums[1]).toBeCloseTo(0.8, 1);
    expect(sums[2]).toBeCloseTo(0.6, 1);
  }
});

test("intervals hold about as often as they say, and equal ones are seldom told apart", () => {
  const bounds = { gap: 91, ahead: 7.5 };
  for (const design of [
    { ...small, accuracy: 0.97, people: 40 },
    { ...small, accuracy: 0.8, casesPerPerson: 40, works: 5 },
  ])
    for (const { what, value, least = 0, limit = 100 } of measureDesign(design, bounds, 300)) {
      // By 300 studies a share is known within four points.
      expect(value, what).toBeGreaterThan(least - 4);
      expect(value, what).toBeLessThan(limit + 4);
    }
});

const paired = { groups: 20, raters: 3, strengths: [0.5, 0, -0.5] };
const rated = { groups: 20, origins: 2, raters: 3 };

test("studies are drawn with the strengths and the means that are taken for true", () => {
  const found = bradleyTerry(drawPairs({ ...paired, groups: 200, raters: 100, taste: 0.6 }, 1, 0));
  if (typeof found === "string") throw new Error(found);
  const truth = expectedStrengths({ ...paired, taste: 0.6 });
  for (const [side, { value }] of found.sides.entries())
    expect(Math.abs((value as number) - (truth[side] as number))).toBeLessThan(0.15);
  const design = { ...rated, groups: 400, raters: 50, taste: 0.3 };
  const { ratings, byOrigin } = drawRatings(design, 1, 0);
  const own = [...ratings.case.keys()].filter((i) => byOrigin.originOf[ratings.case[i] as number] === 0);
  const mean = own.reduce((sum, i) => sum + (ratings.rating[i] as number), 0) / own.length;
  expect(Math.abs(mean - expectedRating(0, design))).toBeLessThan(0.15);
});

thorough(
  "tastes of a few raters are in every interval and test, and don't widen them where there are none",
  () => {
    for (const taste of [0, 0.6])
      for (const { what, value, least = 0, limit = 100 } of [
        ...measureStrengths({ ...paired, taste }, 200),
        ...measureDifferences({ ...rated, taste }, 200),
      ]) {
        // By 200 studies a share is known within four points.
        expect(value, what).toBeGreaterThan(least - 4);
        expect(value, what).toBeLessThan(limit === 98 ? 100.001 : limit + 4);
      }
  },
);
