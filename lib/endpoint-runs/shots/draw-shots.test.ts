import { expect, test } from "vitest";
import { prepareShots, type Shot } from "#lib/endpoint-runs/shots/draw-shots.ts";

const pool: Shot[] = Array.from({ length: 40 }, (_, n) => ({
  versionId: n + 1,
  key: `case-${n + 1}`,
  promptHash: `hash-${n + 1}`,
}));
const asked = (n: number) => ({ key: `case-${n}`, promptHash: `hash-${n}` });
const everyCase = pool.map((_, n) => asked(n + 1));

test("fixed: every case is shown the same, but for those that are shown themselves", () => {
  const draw = prepareShots(pool, { count: 3, seed: 7, isPerCase: false });
  const sets = everyCase.map((one) => draw(one)?.join(" "));
  const shown =
    prepareShots(pool, { count: 4, seed: 7, isPerCase: false })({ key: "", promptHash: "" }) ?? [];
  expect(draw({ key: "other", promptHash: "other" })).toEqual(shown.slice(0, 3));
  expect(new Set(sets).size).toBe(4);
  for (const [n, set] of sets.entries()) expect(set?.split(" ")).not.toContain(String(n + 1));
});

test("per case: others for each, the same again by the same seed, never itself, none twice", () => {
  const how = { count: 5, seed: 7, isPerCase: true };
  const draw = prepareShots(pool, how);
  const sets = everyCase.map((one) => draw(one) ?? []);
  expect(new Set(sets.map(String)).size).toBeGreaterThan(35);
  for (const [n, set] of sets.entries()) {
    expect(new Set(set).size).toBe(5);
    expect(set).not.toContain(n + 1);
  }
  expect(everyCase.map((one) => prepareShots(pool.toReversed(), how)(one))).toEqual(sets);
  expect(prepareShots(pool, { ...how, seed: 8 })(asked(1))).not.toEqual(sets[0]);
});

test.each([true, false])("a pool that is too small for a case says so (per case: %s)", (isPerCase) => {
  const draw = prepareShots(pool.slice(0, 3), { count: 3, seed: 1, isPerCase });
  expect(draw(asked(2))).toBeNull();
  expect(draw(asked(9))).toHaveLength(3);
  expect(prepareShots([], { count: 1, seed: 1, isPerCase })(asked(1))).toBeNull();
});
