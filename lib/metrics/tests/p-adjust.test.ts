import { expect, it } from "vitest";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";

const p = [0.2, 0.001, 0.04, 0.04, 0.9, 0.03];

it("never lowers a p-value, never exceeds 1, and keeps their order", () => {
  for (const adjusted of Object.values(adjustP(p)) as number[][]) {
    const byRaw = [...p.keys()]
      .sort((i, j) => (p[i] as number) - (p[j] as number))
      .map((i) => adjusted[i] as number);
    expect(byRaw).toEqual([...byRaw].sort((a, b) => a - b));
    adjusted.forEach((value, i) => {
      expect(value).toBeGreaterThanOrEqual(p[i] as number);
      expect(value).toBeLessThanOrEqual(1);
    });
  }
});

it("gives equal tests equal values, and follows the input's order", () => {
  const there = adjustP(p);
  expect(there.holm[2]).toBe(there.holm[3]);
  expect(adjustP([...p].reverse()).by).toEqual([...there.by].reverse());
  expect(p[0]).toBe(0.2);
});

it("leaves tests without a p-value out of the count", () => {
  expect(adjustP([0.01, null, 0.04])).toEqual({
    holm: [0.02, null, 0.04],
    bh: [0.02, null, 0.04],
    by: [0.03, null, 0.06],
  });
  expect(adjustP([null]).bh).toEqual([null]);
});

it("refuses what no p-value can be", () => {
  for (const wrong of [-0.1, 1.1, NaN]) expect(() => adjustP([wrong])).toThrow(/p is/);
});
