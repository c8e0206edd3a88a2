import { describe, expect, test } from "vitest";
import type { OddityHandling } from "#lib/benchmarks/lineage/pool-schema.ts";
import {
  chooseInOrder,
  chooseNearest,
  type ModelNearest,
  isSameName,
  mayBeSamePerson,
} from "#lib/curation/pool/distractors/choose.ts";
import {
  findNearestOfGroups,
  findNearest,
  joinNearest,
  type Vectors,
} from "#lib/curation/pool/distractors/nearest.ts";
import { someVectors } from "#lib/curation/testing/some-vectors.ts";

/** By looking at every pair, and sorting. */
function plainly({ values, length, count }: Vectors, most: number): number[][] {
  const rowOf = (row: number) => values.subarray(row * length, (row + 1) * length);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, other) => other)
      .filter((other) => other !== row)
      .map((other) => ({
        other,
        sum: rowOf(row).reduce((sum, value, at) => sum + value * (rowOf(other)[at] ?? 0), 0),
      }))
      .sort((a, b) => b.sum - a.sum || a.other - b.other)
      .slice(0, most)
      .map(({ other }) => other),
  );
}
const rows = (list: Int32Array, most: number) =>
  Array.from({ length: list.length / most }, (_, row) => [...list.subarray(row * most, (row + 1) * most)]);

describe("the nearest", () => {
  test("are those that looking at every pair finds, in one part or several", () => {
    const vectors = someVectors(131, 7);
    const whole = findNearest(vectors, { most: 5 });
    expect(rows(whole.roles, 5)).toEqual(plainly(vectors, 5));
    const parts = [0, 1, 2].map((part) => findNearest(vectors, { most: 5, part, parts: 3 }));
    expect(joinNearest(parts, vectors.count, 5)).toEqual(whole);
  });

  test("of equal ones are the earlier, and where there are fewer the rest is empty", () => {
    const values = new Float64Array([1, 0, 1, 0, 1, 0]);
    const { roles, similarities } = findNearest({ values, length: 2, count: 3 }, { most: 3 });
    expect(rows(roles, 3)).toEqual([
      [1, 2, -1],
      [0, 2, -1],
      [0, 1, -1],
    ]);
    expect(similarities[2]).toBe(-Infinity);
  });

  test("within groups are of one’s own alone", () => {
    const vectors = someVectors(20, 4);
    const groups = [[0, 2, 4, 6], [1, 3], [5]];
    const { roles } = findNearestOfGroups(vectors, groups, 2);
    expect(rows(roles, 2)[1]).toEqual([3, -1]);
    expect(rows(roles, 2)[5]).toEqual([-1, -1]);
    expect(rows(roles, 2)[0]?.every((role) => [2, 4, 6].includes(role))).toBe(true);
  });
});

describe("one person under two names", () => {
  test.each([
    ["Huck", "Huckleberry"],
    ["Huck Finn", "Huckleberry Finn"],
    ["Tywin Lannister", "Lord Tywin Lannister"],
    ["Tywin", "Tywin Lannister"],
    ["宝玉", "贾宝玉"],
  ])("%s and %s", (one, other) => {
    expect(mayBeSamePerson(one, other)).toBe(true);
  });

  test.each([
    ["Jaime Lannister", "Tywin Lannister"],
    ["Lord Stark", "Lord Tully"],
    ["Ann", "Annabel"],
    ["The Captain", "The Doctor"],
  ])("but not %s and %s", (one, other) => {
    expect(mayBeSamePerson(one, other)).toBe(false);
  });

  test("in different works only by the same name", () => {
    expect(isSameName("Lady Ada", "ada")).toBe(true);
    expect(isSameName("Ada", "Ada Byron")).toBe(false);
  });
});

const names = ["Ada", "Ada Byron", "Bo", "Cy", "Di", "Ed"];
const roles = names.map((name) => ({ work: "Keys", name, profile: "…" }));
const model = (name: string, ...near: number[]): ModelNearest => ({
  model: name,
  most: near.length,
  nearest: {
    roles: Int32Array.from([near, ...Array.from({ length: 5 }, () => near.map(() => -1))].flat()),
    similarities: new Float64Array(near.length * 6).fill(0.5),
  },
});
const keep: OddityHandling = { same_person: "keep", first_speaker: "keep" };
const asked = { roles, target: 0, before: ["Bo"], odd: keep, count: 3 };

describe("distractors", () => {
  const models = [model("m1", 2, 3, 4), model("m2", 2, 4, 3), model("m3", 3, 2, 5)];

  test("are the top one of each model; of one that is there already, the next of the later model", () => {
    const choice = chooseNearest(asked, models);
    expect(choice.ok && choice.chosen.map((one) => [one.model, one.role])).toEqual([
      ["m1", 2],
      ["m2", 4],
      ["m3", 3],
    ]);
  });

  test("or the top three of one", () => {
    const choice = chooseNearest(asked, models.slice(0, 1));
    expect(choice.ok && choice.chosen.map(({ role }) => role)).toEqual([2, 3, 4]);
  });

  test("that look odd are kept and marked, or the next comes in their place", () => {
    const odd = [model("m1", 1, 2, 3, 4, 5)];
    const kept = chooseNearest(asked, odd);
    expect(kept.ok && kept.chosen.map((one) => [one.role, one.odd])).toEqual([
      [1, ["same_person"]],
      [2, ["first_speaker"]],
      [3, []],
    ]);
    const replaced = chooseNearest(
      { ...asked, odd: { same_person: "replace", first_speaker: "replace" } },
      odd,
    );
    expect(replaced).toMatchObject({
      chosen: [{ role: 3 }, { role: 4 }, { role: 5 }],
      replaced: [
        { role: 1, odd: ["same_person"] },
        { role: 2, odd: ["first_speaker"] },
      ],
    });
  });

  test("of one name are never two, whatever was asked", () => {
    const twice = [...roles.slice(0, 5), { work: "Locks", name: "Cy", profile: "…" }];
    const choice = chooseNearest({ ...asked, roles: twice }, [model("m1", 3, 5, 2, 4)]);
    expect(choice.ok && choice.chosen.map(({ role }) => role)).toEqual([3, 2, 4]);
  });

  test("are too few where a list ends", () => {
    expect(chooseNearest(asked, [model("m1", 2, 3)])).toEqual({ ok: false, reason: "too_few" });
    expect(chooseInOrder(asked, [0, 3])).toEqual({ ok: false, reason: "too_few" });
  });
});
