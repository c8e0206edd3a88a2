import { describe, expect, test } from "vitest";
import { layOut, type PlannedCase } from "#lib/sittings/serving/order.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const make = (count: number, name: string, trackPosition = 1): PlannedCase[] =>
  Array.from({ length: count }, (_, i) => ({
    track: `Track ${trackPosition}`,
    trackPosition,
    key: `${name}-${i}`,
    kind: "choice",
    position: i,
    optionCount: 5,
    group: null,
  }));

const random = { caseOrder: "random", optionOrder: "random" } as const;
const fixed = { caseOrder: "fixed", optionOrder: "fixed" } as const;
const plan = { cell: make(50, "case"), attention: make(3, "check"), practice: make(2, "try") };
const keys = (laid: ReturnType<typeof layOut>) => laid.map((served) => served.case.key);
const places = (laid: ReturnType<typeof layOut>, name: string) =>
  laid.filter((served) => served.case.key.startsWith(name)).map((served) => served.position);

describe("a sitting", () => {
  test("holds every case once, practice first, counted from 1", () => {
    const laid = layOut(plan, 7n, random);
    expect(laid.map(({ position }) => position)).toEqual(Array.from({ length: 55 }, (_, i) => i + 1));
    expect(keys(laid).slice(0, 2).sort()).toEqual(["try-0", "try-1"]);
    const all = [...plan.cell, ...plan.attention, ...plan.practice].map(({ key }) => key);
    expect(keys(laid).sort()).toEqual(all.sort());
  });

  test("is the same for the same seed, however the rows came, and another for another", () => {
    const backwards = { ...plan, cell: plan.cell.toReversed(), attention: plan.attention.toReversed() };
    expect(layOut(backwards, 7n, random)).toEqual(layOut(plan, 7n, random));
    expect(keys(layOut(plan, 8n, random))).not.toEqual(keys(layOut(plan, 7n, random)));
  });

  test("of a known seed, fixed here, so that it is the same on any machine", () => {
    const laid = layOut({ cell: make(4, "case"), attention: [], practice: [] }, 2025n, random);
    expect(laid.map((served) => `${served.case.key} ${served.optionOrder.join("")}`)).toMatchInlineSnapshot(`
      [
        "case-0 13402",
        "case-3 24310",
        "case-2 23401",
        "case-1 03421",
      ]
    `);
  });

  test("in fixed order follows the plan: tracks, and the cases of a track", () => {
    const mixed = { cell: [...make(2, "b", 2), ...make(2, "a", 1)], attention: [], practice: [] };
    const laid = layOut(mixed, 7n, fixed);
    expect(keys(laid)).toEqual(["a-0", "a-1", "b-0", "b-1"]);
    expect(laid.map((served) => served.optionOrder)).toEqual(
      Array.from({ length: 4 }, () => [0, 1, 2, 3, 4]),
    );
  });

  test("of several kinds has each kind in one stretch, practice and checks too, in the order of tracks", () => {
    const of = (kind: KindName, cases: readonly PlannedCase[]) => cases.map((one) => ({ ...one, kind }));
    const cell = [
      ...of("rating", make(6, "rated", 2)),
      ...of("choice", make(4, "chosen", 1)),
      ...of("choice", make(2, "late", 3)),
    ];
    const attention = [...of("choice", make(1, "check", 1)), ...of("rating", make(2, "rated check", 2))];
    const practice = [...of("rating", make(1, "try rated", 2)), ...of("choice", make(1, "try", 1))];
    const laid = layOut({ cell, attention, practice }, 7n, random);
    expect(laid.map(({ case: { kind } }) => kind[0]).join("")).toBe("crcccccccrrrrrrrr");
    expect(keys(laid).slice(0, 2)).toEqual(["try-0", "try rated-0"]);
    expect(keys(laid.slice(2)).sort()).toEqual([...cell, ...attention].map(({ key }) => key).sort());
    const [first, last] = [laid[2], laid.at(-1)];
    expect([first?.case.key, last?.case.key].join()).not.toContain("check");
  });

  test("options stand in any place: no case has the same order everywhere", () => {
    const orders = Array.from(
      { length: 200 },
      (_, seed) => layOut(plan, BigInt(seed + 1), random)[9]?.optionOrder,
    );
    const first = [0, 0, 0, 0, 0];
    for (const order of orders) {
      expect(order?.toSorted()).toEqual([0, 1, 2, 3, 4]);
      first[order?.[0] ?? 0] = (first[order?.[0] ?? 0] ?? 0) + 1;
    }
    // 40 each are expected; less than 20 or more than 65 would be seen once in tens of thousands of seeds.
    for (const count of first) expect(count > 20 && count < 65).toBe(true);
  });
});

describe("cases that come again", () => {
  const repeatsOf = (laid: ReturnType<typeof layOut>) => laid.filter(({ repeats }) => repeats !== null);

  test("stand half a sitting after their first showing, once each, and say where that was", () => {
    const laid = layOut(plan, 7n, { ...random, repeats: 6 });
    expect(laid.map(({ position }) => position)).toEqual(Array.from({ length: 61 }, (_, i) => i + 1));
    const again = repeatsOf(laid);
    expect(new Set(again.map((one) => one.case.key)).size).toBe(6);
    for (const one of again) {
      const first = laid[(one.repeats ?? 0) - 1];
      expect(first).toMatchObject({ case: one.case, repeats: null });
      expect(one.case.key).toMatch(/^case-/);
      // 25 cases lie between, and what is inserted among them.
      expect(one.position - (first?.position ?? 0)).toBeGreaterThan(25);
    }
    // The rest is as it would be without them, but that checks are spread among more.
    const rest = laid.filter(({ repeats }) => repeats === null);
    const isNoCheck = (key: string) => !key.startsWith("check");
    expect(keys(rest).filter(isNoCheck)).toEqual(keys(layOut(plan, 7n, random)).filter(isNoCheck));
  });

  test("are drawn by the seed, from the first half alone, and with an order of options of their own", () => {
    const drawn = [1n, 2n, 3n, 4n].map((seed) => layOut(plan, seed, { ...random, repeats: 10 }));
    const sets = drawn.map((laid) => repeatsOf(laid).map((one) => one.case.key));
    expect(new Set(sets.map((set) => set.toSorted().join())).size).toBe(4);
    for (const laid of drawn)
      for (const { repeats } of repeatsOf(laid)) expect(repeats).toBeLessThanOrEqual(2 + 25 + 3);
    const orders = drawn.flatMap((laid) =>
      repeatsOf(laid).map(({ optionOrder, repeats }) =>
        [optionOrder, laid[(repeats ?? 0) - 1]?.optionOrder].map((order) => order?.join("")),
      ),
    );
    // Of 120 orders the same one comes twice in a hundred and twentieth of all.
    expect(orders.filter(([again, first]) => again === first).length).toBeLessThan(5);
  });

  test("of several kinds come within the stretch of their kind, by its share", () => {
    const of = (kind: KindName, cases: readonly PlannedCase[]) => cases.map((one) => ({ ...one, kind }));
    const cell = [...of("choice", make(20, "chosen", 1)), ...of("rating", make(10, "rated", 2))];
    const laid = layOut({ cell, attention: [], practice: [] }, 7n, { ...random, repeats: 6 });
    expect(laid.map(({ case: { kind } }) => kind[0]).join("")).toBe("c".repeat(24) + "r".repeat(12));
    // More than half of a kind can't come again, however many are asked for.
    const most = layOut({ cell: make(5, "case"), attention: [], practice: [] }, 7n, {
      ...random,
      repeats: 9,
    });
    expect(repeatsOf(most)).toHaveLength(2);
  });

  test("are kept from others of their group where groups are spread", () => {
    const cell = make(40, "case").map((one, i) => ({ ...one, group: `group ${i % 8}` }));
    for (let seed = 1n; seed <= 20n; seed++) {
      const laid = layOut({ cell, attention: [], practice: [] }, seed, {
        caseOrder: "spread",
        optionOrder: "random",
        repeats: 8,
      });
      const meeting = laid.filter((one, i) => i > 0 && one.case.group === laid[i - 1]?.case.group);
      expect(meeting).toEqual([]);
    }
  });
});

describe("attention checks", () => {
  test.each([1, 2, 3, 7, 20])("%i of them are spread evenly, never first or last", (count) => {
    const laid = layOut({ ...plan, attention: make(count, "check"), practice: [] }, 3n, random);
    const at = places(laid, "check");
    expect(at).toHaveLength(count);
    expect(at[0]).toBeGreaterThan(1);
    expect(at.at(-1)).toBeLessThan(laid.length);
    const edges = [0, ...at, laid.length + 1];
    const gaps = edges.slice(1).map((end, i) => end - (edges[i] ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(2);
  });

  test("outnumbering the cases they stand between the first and the last", () => {
    const laid = layOut({ cell: make(2, "case"), attention: make(5, "check"), practice: [] }, 3n, random);
    expect(places(laid, "case")).toEqual([1, 7]);
  });

  test("with a single case they come after it", () => {
    const laid = layOut({ cell: make(1, "case"), attention: make(2, "check"), practice: [] }, 3n, random);
    expect(places(laid, "check")).toEqual([2, 3]);
  });
});

describe("cases of groups", () => {
  const grouped = [..."aaabbbccdde"].map((group, i) => ({
    ...(make(1, `case-${i}`)[0] as PlannedCase),
    group,
  }));
  const lay = (caseOrder: "spread" | "by_group", cases: readonly PlannedCase[], seed = 7n) =>
    layOut({ cell: cases, attention: [], practice: [] }, seed, { caseOrder, optionOrder: "fixed" });
  const groups = (laid: ReturnType<typeof lay>) => laid.map((one) => one.case.group ?? "-").join("");

  test("are spread: no two in succession, in an order of chance", () => {
    const all = Array.from({ length: 200 }, (_, seed) => groups(lay("spread", grouped, BigInt(seed + 1))));
    expect(all.filter((order) => /(.)\1/.test(order))).toEqual([]);
    expect(new Set(all).size).toBeGreaterThan(150);
    // As far as that can be: of a group with more than half, some meet, once each of the others stands between.
    const many = grouped.map((item, i) => ({ ...item, group: i < 8 ? "a" : `g${i}` }));
    expect(groups(lay("spread", many)).replaceAll(/g\d+/g, "-")).toMatch(/^a-a-a-a+$/);
  });

  test("or stand together, groups and their cases in an order of chance", () => {
    const all = Array.from({ length: 50 }, (_, seed) => groups(lay("by_group", grouped, BigInt(seed + 1))));
    expect(all.every((order) => new Set(order.match(/(.)\1*/g)).size === 5)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(20);
  });

  test("without groups are in random order", () => {
    const plain = make(20, "case");
    const drawn = keys(
      layOut({ cell: plain, attention: [], practice: [] }, 7n, { ...random, optionOrder: "fixed" }),
    );
    expect(keys(lay("spread", plain))).toEqual(drawn);
    expect(keys(lay("by_group", plain))).toEqual(drawn);
  });
});
