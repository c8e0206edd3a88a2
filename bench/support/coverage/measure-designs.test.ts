import { expect, test } from "vitest";
import { prepareStudies } from "#bench/support/coverage/drawn-studies.ts";
import { measureDesign } from "#bench/support/coverage/measure-designs.ts";

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
