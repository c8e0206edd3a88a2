import { describe, expect, test } from "vitest";
import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";

const order = (keys: readonly string[], seed: number | bigint) => orderBySeed(keys, seed, (key) => key);
const letters = ["a", "b", "c", "d", "e", "f", "g", "h"];

describe("order by seed", () => {
  // Known values: whoever changes them changes what every frozen study would be sampled to.
  test("is the same on any machine", () => {
    expect(order(letters, 1).join("")).toBe("dbhegcaf");
    expect(order(letters, 2026).join("")).toBe("edgbafhc");
  });

  test("does not depend on how the items came", () => {
    for (const seed of [0, 7, 2n ** 62n])
      expect(order(letters.toReversed(), seed)).toEqual(order(letters, seed));
  });

  test("takes keys by their bytes: one letter written in two ways is two keys", () => {
    const [composed, decomposed] = ["é", "e\u0301"];
    expect(order([composed, decomposed], 3)).toEqual(order([decomposed, composed], 3));
    const places = Array.from({ length: 20 }, (_, seed) => order([composed, decomposed], seed)[0]);
    expect(new Set(places)).toEqual(new Set([composed, decomposed]));
  });

  test("gives every place to every key about as often", () => {
    const first = new Map<string, number>();
    for (let seed = 0; seed < 4000; seed++) {
      const [key = ""] = order(letters, seed);
      first.set(key, (first.get(key) ?? 0) + 1);
    }
    // Five standard deviations of a count of 4000 with one in eight.
    for (const letter of letters) expect(Math.abs((first.get(letter) ?? 0) - 500)).toBeLessThan(105);
  });

  test("keeps items with the same key", () => {
    expect(orderBySeed([1, 2, 3], 5, () => "same")).toEqual([1, 2, 3]);
  });
});

describe("a derived seed", () => {
  test("is the same on any machine, positive and within 63 bits", () => {
    expect(deriveSeed(1, "sitting", 1)).toBe(1235119514814774319n);
    for (let n = 0; n < 200; n++) {
      const seed = deriveSeed(n, "sitting", n);
      expect(seed > 0n && seed < 2n ** 63n).toBe(true);
    }
  });

  test("differs by seed and by every word", () => {
    const seeds = [
      deriveSeed(1),
      deriveSeed(2),
      deriveSeed(1, "a"),
      deriveSeed(1, "a", "b"),
      deriveSeed(1, "a", 1),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});
