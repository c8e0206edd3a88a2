import { describe, expect, test } from "vitest";
import { completeProbabilities } from "#lib/task-kinds/options/server-kind.ts";

describe("completing", () => {
  test("leaves what sums to 1 as it is, to the last digit", () => {
    const given = [0.1, 0.2, 0.30000000000000004, 0.4];
    expect(completeProbabilities(given, 4)).toEqual({
      ok: true,
      probabilities: given,
      repaired: false,
      normalised: false,
    });
  });
  test("leaves what is off by the writing of decimals as it is, as logs of models have it", () => {
    const thirds = [0.333333, 0.333333, 0.333333];
    expect(completeProbabilities(thirds, 3)).toMatchObject({ probabilities: thirds, normalised: false });
    expect(completeProbabilities([0.5, 0.49999], 2)).toMatchObject({ normalised: false });
    expect(completeProbabilities([0.5, 0.49998], 2)).toMatchObject({ normalised: true });
  });
  test("infers one that is missing, wherever it is", () => {
    expect(completeProbabilities([0.3, null, 0.2], 3)).toMatchObject({
      probabilities: [0.3, 0.5, 0.2],
      repaired: true,
    });
    expect(completeProbabilities([0.7, 0.1, 0.1], 4)).toMatchObject({
      probabilities: [0.7, 0.1, 0.1, 0.1],
      repaired: true,
    });
  });
  test("a missing one is 0 where the others already make 1 or a little more", () => {
    const complete = completeProbabilities([0.5, 0.505, null], 3);
    expect(complete).toMatchObject({ repaired: true, normalised: true });
    expect(complete.ok && complete.probabilities[2]).toBe(0);
  });
  test.each([
    [0.99, true],
    [1.01, true],
    [0.989, false],
    [1.011, false],
  ])("a sum of %d: made 1 %s", (sum, fits) => {
    const complete = completeProbabilities([sum / 2, sum / 2], 2);
    expect(complete.ok).toBe(fits);
    if (complete.ok) expect(complete.probabilities).toEqual([0.5, 0.5]);
  });
  test.each([
    ["more than the case has options", [0.5, 0.5, 0], 2, 2],
    ["below 0", [-0.1, 1.1], 2, 0],
    ["two missing", [0.5, null, null], 3, 1],
    ["all zero", [0, 0], 2, null],
  ])("%s is refused with the option it lies at", (_what, given, options, option) => {
    expect(completeProbabilities(given, options)).toMatchObject({ ok: false, option });
  });
});
