import { expect, test } from "vitest";
import { drawnFlips, flipSigns, meanByGroup } from "#lib/metrics/grouped/sign-flips.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";

const draw = (groups: number, shift: number, stream: number) => {
  const next = wholeNumbers(7, stream);
  return Float64Array.from({ length: groups }, () => shift + toShare(next()));
};

test("turns its sign with the sides, and keeps its p", () => {
  const [a, b] = [draw(12, 0.2, 0), draw(12, 0, 1)];
  const [there, back] = [flipSigns(a, b, 1), flipSigns(b, a, 1)];
  expect(back.difference).toBeCloseTo(-(there.difference as number), 12);
  expect(back.p).toBe(there.p);
});

test("is drawn above forty groups, alike with the same seed, near what all flips give", () => {
  const [a, b] = [draw(40, 0.1, 2), draw(40, 0, 3)];
  const exact = flipSigns(a, b, 1);
  expect(exact.isExact).toBe(true);
  const [more, others] = [Float64Array.of(...a, 0.5), Float64Array.of(...b, 0.5)];
  const drawn = flipSigns(more, others, 1);
  // A group without a difference changes no p.
  expect(drawn).toMatchObject({ isExact: false, groups: 41 });
  expect(drawn.p).toBe(flipSigns(more, others, 1).p);
  expect(Math.abs((drawn.p as number) - (exact.p as number))).toBeLessThan(0.01);
  expect(flipSigns(draw(60, 5, 4), draw(60, 0, 5), 1).p).toBe(1 / (drawnFlips + 1));
});

test("groups without a value on both sides are left out, and none at all is undefined", () => {
  const [a, b] = [Float64Array.of(1, NaN, 3), Float64Array.of(2, 2, NaN)];
  expect(flipSigns(a, b, 1)).toMatchObject({ groups: 1, difference: -1, p: 1 });
  expect(flipSigns(a.subarray(1), b.subarray(1), 1)).toMatchObject({
    difference: null,
    p: null,
    reason: "no_items",
  });
});

test("a method's mean in a group it has nothing in is not a number", () => {
  expect([...meanByGroup(Float64Array.of(1, 2, 6), Int32Array.of(0, 0, 2), 3)]).toEqual([1.5, NaN, 6]);
});
