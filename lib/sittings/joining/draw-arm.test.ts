import { describe, expect, test } from "vitest";
import { drawArm } from "#lib/sittings/joining/draw-arm.ts";

describe("chance gives an arm", () => {
  const counted = (...holders: number[]) =>
    holders.map((each, i) => ({ arm: i + 1, holders: each, isFree: true }));
  const drawn = (given: Parameters<typeof drawArm>[0]) =>
    new Set(Array.from({ length: 40 }, (_, seed) => drawArm(given, BigInt(seed))));

  test("among those that the fewest have, every one of them", () => {
    expect(drawn(counted(3, 2, 2))).toEqual(new Set([2, 3]));
    expect(drawn(counted(0, 0))).toEqual(new Set([1, 2]));
    expect(drawArm([], 1n)).toBeNull();
  });

  test("only where there is room, if there is any", () => {
    const [first, second] = counted(1, 4);
    if (!first || !second) throw new Error("two are counted");
    expect(drawn([{ ...first, isFree: false }, second])).toEqual(new Set([2]));
  });

  test("evenly, over many", () => {
    const given = counted(0, 0);
    const firsts = Array.from({ length: 1000 }, (_, seed) => drawArm(given, BigInt(seed)));
    const share = firsts.filter((arm) => arm === 1).length;
    expect(share).toBeGreaterThan(430);
    expect(share).toBeLessThan(570);
  });
});
