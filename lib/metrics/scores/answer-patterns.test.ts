import { describe, expect, it } from "vitest";
import { caseBootstrap } from "#lib/metrics/testing/case-bootstrap.ts";
import { findConsensus, voteOn } from "#lib/metrics/agreement/consensus.ts";
import { binByCovariate, countPositions } from "#lib/metrics/scores/position-table.ts";
import { chanceOfRun, computeStraightLining } from "#lib/metrics/scores/straight-lining.ts";

describe("the vote", () => {
  it("states ties, and credits them with what chance would give", () => {
    expect(voteOn(Int32Array.of(1, 3, 0), 1)).toEqual({ choice: 1, tied: [], credit: 1 });
    expect(voteOn(Int32Array.of(2, 0, 2), 2)).toEqual({ choice: null, tied: [0, 2], credit: 0.5 });
    expect(voteOn(Int32Array.of(2, 1, 2), 1)).toEqual({ choice: null, tied: [0, 2], credit: 0 });
    expect(voteOn(Int32Array.of(0, 0), 1)).toEqual({ choice: null, tied: [], credit: null });
    expect(voteOn(Int32Array.of(1, 0), null)).toEqual({ choice: 0, tied: [], credit: null });
  });

  it("is summed over cases with a vote and a right answer", () => {
    const counts = Int32Array.of(3, 1, 2, 2, 0, 0, 0, 4);
    const found = findConsensus({ cases: 4, options: 2, counts }, Int8Array.of(0, 1, 0, -1));
    expect(found).toMatchObject({ share: 0.75, creditSum: 1.5, n: 2, ties: 1, reason: null });
    expect(caseBootstrap(found.credits, { b: 200, seed: 1 })).toMatchObject({
      value: 0.75,
      low: 0.5,
      high: 1,
    });
    const none = findConsensus({ cases: 1, options: 2, counts: Int32Array.of(0, 0) }, Int8Array.of(0));
    expect(none).toMatchObject({ share: null, reason: "no_items" });
    expect(caseBootstrap(none.credits, { b: 20, seed: 1 })).toMatchObject({
      value: null,
      reason: "no_items",
    });
  });
});

describe("straight-lining", () => {
  it("has the longest run and the most used place", () => {
    const found = computeStraightLining(Int8Array.of(0, 2, 2, 2, 1, 0), new Int8Array(6).fill(3));
    expect(found).toMatchObject({
      n: 6,
      longestRun: 3,
      longestPlace: 2,
      maxUsed: 3,
      maxUsedPlace: 2,
      mostUsedShare: 0.5,
    });
    expect(computeStraightLining(new Int8Array(0), new Int8Array(0))).toMatchObject({
      longestRun: 0,
      longestPlace: null,
      chance: null,
      reason: "no_items",
    });
  });

  it("has the exact chance of such a run, as trying every sequence does", () => {
    const options = Int8Array.of(3, 2, 4, 3, 2, 5);
    const all = options.reduce<number[][]>(
      (sequences, count) =>
        sequences.flatMap((some) => Array.from({ length: count }, (_, place) => [...some, place])),
      [[]],
    );
    const longest = (places: readonly number[]) =>
      computeStraightLining(Int8Array.from(places), options).longestRun;
    const runs = all.map(longest);
    for (let length = 1; length <= 6; length += 1) {
      const share = runs.filter((run) => run >= length).length / all.length;
      expect(chanceOfRun(options, length)).toBeCloseTo(share, 12);
    }
  });

  it("finds fifty in a row of five impossible by chance, and two no wonder", () => {
    const options = new Int8Array(50).fill(5);
    expect(chanceOfRun(options, 50)).toBeLessThan(1e-12);
    expect(chanceOfRun(options, 2)).toBeGreaterThan(0.999);
    expect(chanceOfRun(new Int8Array(4).fill(1), 4)).toBe(1);
  });
});

describe("positions and groups of a covariate", () => {
  it("counts what was chosen where the right option stood", () => {
    const found = countPositions(Int8Array.of(0, 0, 2, 1, -1), Int8Array.of(0, 1, 2, -1, 0));
    expect(found).toEqual({
      size: 3,
      counts: [
        [1, 1, 0],
        [0, 0, 0],
        [0, 0, 1],
      ],
      chosen: [1, 1, 1],
      gold: [2, 0, 1],
      n: 3,
    });
    expect(countPositions(new Int8Array(0), new Int8Array(0))).toMatchObject({ size: 0, n: 0 });
  });

  it("groups by size, equal values together", () => {
    const right = Uint8Array.of(1, 0, 1, 1, 0, 1);
    expect(binByCovariate(Float64Array.of(6, 1, 5, 2, 4, 3), right, 3)).toEqual([
      { low: 1, high: 2, n: 2, right: 1 },
      { low: 3, high: 4, n: 2, right: 1 },
      { low: 5, high: 6, n: 2, right: 2 },
    ]);
    expect(binByCovariate(Float64Array.of(1, 1, 1, 1, 2, 3), right, 3)).toEqual([
      { low: 1, high: 1, n: 4, right: 3 },
      { low: 2, high: 3, n: 2, right: 1 },
    ]);
    expect(binByCovariate(new Float64Array(0), new Uint8Array(0), 3)).toEqual([]);
    expect(() => binByCovariate(Float64Array.of(NaN), Uint8Array.of(1), 2)).toThrow(/NaN/);
  });
});
