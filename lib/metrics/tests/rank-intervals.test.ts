import { describe, expect, test } from "vitest";
import { rankIntervals } from "#lib/metrics/tests/rank-intervals.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { thorough } from "#lib/testing/thorough.ts";

const resampled = { b: 1000, seed: 9 };

function drawModels(seed: number, accuracies: readonly number[], cases: number) {
  const { share } = randomShares(seed);
  const hard = Array.from({ length: cases }, share);
  return accuracies.map((accuracy) =>
    Float64Array.from({ length: cases }, (_, at) =>
      share() < accuracy + 0.2 * (0.5 - (hard[at] as number)) ? 1 : 0,
    ),
  );
}
const single = (cases: number) => Int32Array.from({ length: cases }, (_, at) => at);

describe("between which places a model lies", () => {
  test("is sure of what is far apart, and of no more", () => {
    const scores = drawModels(4, [0.9, 0.88, 0.5, 0.2], 200);
    expect(rankIntervals({ ...resampled, scores, clusterOf: single(200) })).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
      { best: 3, worst: 3 },
      { best: 4, worst: 4 },
    ]);
  });

  test("is the same whatever the seed: chance moves no model by a place", () => {
    const accuracies = Array.from({ length: 20 }, (_, at) => 0.9 - 0.02 * at);
    const input = { scores: drawModels(3, accuracies, 200), clusterOf: single(200) };
    const found = [9, 10, 11, 12].map((seed) => rankIntervals({ ...input, seed }));
    for (const one of found) expect(one).toEqual(found[0]);
  });

  thorough("lets equal models share every place, all of them at once in nineteen studies of twenty", () => {
    let wrong = 0;
    for (let study = 0; study < 100; study++) {
      const scores = drawModels(study, Array<number>(8).fill(0.7), 60);
      const places = rankIntervals({ b: 300, seed: study, scores, clusterOf: single(60) });
      if (places.some(({ best, worst }) => best > 1 || worst < 8)) wrong += 1;
    }
    expect(wrong).toBeLessThanOrEqual(10);
  });

  test("is less sure where cases come from few works", () => {
    const halves = [0, 1].map((turn) =>
      Float64Array.from({ length: 60 }, (_, at) => ((at >> 4) % 2 === turn || at % 3 === 0 ? 1 : 0)),
    );
    const sure = rankIntervals({ ...resampled, scores: halves, clusterOf: single(60) });
    const works = rankIntervals({
      ...resampled,
      scores: halves,
      clusterOf: Int32Array.from({ length: 60 }, (_, at) => at >> 4),
    });
    expect(works).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
    ]);
    expect(sure[0]?.worst ?? 0).toBeLessThanOrEqual(2);
  });

  test("cannot tell twins apart, and has one place for one model", () => {
    const [own = new Float64Array()] = drawModels(1, [0.6], 30);
    const twins = rankIntervals({ ...resampled, scores: [own, own.slice()], clusterOf: single(30) });
    expect(twins).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
    ]);
    expect(rankIntervals({ ...resampled, scores: [own], clusterOf: single(30) })).toEqual([
      { best: 1, worst: 1 },
    ]);
  });
});
