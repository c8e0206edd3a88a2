import { describe, expect, test } from "vitest";
import { dealPlan, digestWithArms } from "#lib/studies/arms/deal.ts";
import { drawDistractors, listOthers, makePool } from "#lib/studies/arms/variants.ts";
import {
  armsSchema,
  variationKey,
  peoplePerArm,
  readArm,
  variationOf,
  type Arms,
} from "#lib/studies/arms/schema.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";

const context = (unit: Arms["unit"], turns: (number | null)[] = [null, 2]): Arms => ({
  differ: "context",
  unit,
  arms: turns.map((each) => ({ name: String(each), turns: each })),
});
const refusal = (given: object) => {
  const read = armsSchema.safeParse(given);
  return read.success ? null : read.error.issues.map(({ path, message }) => [path.join("."), message]);
};

describe("a plan’s arms", () => {
  test("differ in one thing, and from each other", () => {
    expect(refusal(context("cases"))).toBeNull();
    expect(refusal(context("people", [2, 2]))).toEqual([
      ["arms.1.turns", "arm_same"],
      ["arms.1.name", "arm_name_twice"],
    ]);
    expect(refusal(context("people", [2]))).toEqual([["arms", "too_few_arms"]]);
    expect(
      refusal({ differ: "profiles", arms: [{ name: "A", profiles: true, turns: 1 }, { name: "B" }] }),
    ).toEqual([
      ["arms.0.turns", "arm_other_setting"],
      ["arms.1.profiles", "invalid_type"],
    ]);
    const told = [
      { name: "A", translation: true },
      { name: "B", translation: false },
    ];
    expect(refusal({ differ: "translation", arms: told })).toBeNull();
    expect(refusal({ differ: "translation", unit: "cases", arms: told })).toEqual([["unit", "arm_unit"]]);
  });

  test("name how each shows a case", () => {
    const names = (arms: Arms) =>
      arms.arms.map((_, arm) => {
        const way = variationOf(arms, arm, 7);
        return way && variationKey(way);
      });
    expect(names(context("people", [null, 0]))).toEqual([null, "context:0"]);
    const profiles = [
      { name: "A", profiles: true },
      { name: "B", profiles: false },
    ];
    expect(names({ differ: "profiles", unit: "people", arms: profiles })).toEqual([null, "profiles:hidden"]);
    const others = [
      { name: "A", distractors: "near" as const },
      { name: "B", distractors: "random" as const },
    ];
    expect(names({ differ: "distractors", unit: "people", arms: others })).toEqual([
      null,
      "distractors:random:7",
    ]);
  });

  test("are read in the language of whoever has one", () => {
    const arms: Arms = {
      differ: "instructions",
      unit: "people",
      arms: [
        { name: "A", instructions: { en: "", "zh-CN": "" } },
        { name: "B", instructions: { en: "Slowly.", "zh-CN": "慢。" } },
      ],
    };
    expect(readArm(arms, 2, "zh-CN")).toEqual({ instructions: "\n\n慢。", translation: null });
    expect(readArm(arms, 1, "en")).toEqual({ instructions: "", translation: null });
    expect(readArm(arms, null, "en").instructions).toBe("");
  });

  test("share out the people that are planned", () => {
    expect(peoplePerArm({ people: 7, arms: context("people") })).toBe(4);
    expect(peoplePerArm({ people: 7 })).toBe(7);
  });
});

const stratum = { selected: "selected", practice: "practice" } as const;
const plan = (count: number): Plan => ({
  cases: Array.from({ length: count + 1 }, (_, i) => ({
    versionId: i + 1,
    track: "T",
    key: `k${i}`,
    hash: `h${i}`,
    source: null,
    group: null,
    origin: null,
    stratum: i < count ? stratum.selected : stratum.practice,
  })),
  cells: [{ capacity: 3, cases: Array.from({ length: count }, (_, i) => i) }],
  digest: "d",
});

describe("dealing", () => {
  test("leaves a plan without arms as it is", () => {
    const { cases, cells } = dealPlan(plan(3), 1);
    expect(cases.every(({ variation }) => variation === null)).toBe(true);
    expect(cells).toEqual([{ capacity: 3, cases: [0, 1, 2], arm: null }]);
    expect(digestWithArms("d", undefined)).toBe("d");
    expect(digestWithArms("d", context("cases"))).not.toBe(digestWithArms("d", context("people")));
  });

  test("gives people of each arm every case in its own way, and practice as it is", () => {
    const { cases, cells } = dealPlan(plan(3), 1, context("people"));
    expect(cases.map(({ key, variation }) => [key, variation])).toEqual([
      ...["k0", "k1", "k2"].flatMap((key) => [
        [key, null],
        [key, "context:2"],
      ]),
      ["k3", null],
    ]);
    expect(cells).toEqual([
      { capacity: 3, cases: [0, 2, 4], arm: 1 },
      { capacity: 3, cases: [1, 3, 5], arm: 2 },
    ]);
  });

  test("turns cases through the arms, each under each once, as many under one as under another", () => {
    const arms = context("cases", [null, 2, 1]);
    const { cases, cells } = dealPlan(plan(9), 4, arms);
    expect(cells).toHaveLength(3);
    for (const cell of cells) {
      expect(cell.arm).toBeNull();
      const ways = Map.groupBy(cell.cases, (place) => cases[place]?.variation ?? "as it is");
      expect([...ways.values()].map((places) => places.length)).toEqual([3, 3, 3]);
      expect(new Set(cell.cases.map((place) => cases[place]?.key)).size).toBe(9);
    }
    expect(new Set(cells.flatMap((cell) => cell.cases)).size).toBe(27);
    expect(dealPlan(plan(9), 4, arms)).toEqual(dealPlan(plan(9), 4, arms));
    expect(dealPlan(plan(9), 5, arms).cells).not.toEqual(cells);
  });

  test("keeps the cases of arms that only read otherwise", () => {
    const arms: Arms = {
      differ: "translation",
      unit: "people",
      arms: [
        { name: "A", translation: true },
        { name: "B", translation: false },
      ],
    };
    const { cases, cells } = dealPlan(plan(2), 1, arms);
    expect(cases).toHaveLength(3);
    expect(cells.map(({ arm, cases: of }) => [arm, of])).toEqual([
      [1, [0, 1]],
      [2, [0, 1]],
    ]);
  });
});

describe("random distractors", () => {
  const pool = ["Ann", "ann ", "Bea", "Cid", "Dot", "Eve"].map((name) => ({ name, profile: `${name}!` }));
  const pools = new Map([["T", makePool(pool)]]);
  const asked = { track: "T", key: "k", names: ["Bea", "Zoe", "Yan"] };

  test("are none of the case’s own, and no name twice however it is written", () => {
    expect(listOthers(pools, asked).map(({ name }) => name)).toEqual(["Ann", "Cid", "Dot", "Eve"]);
  });

  test("are the same by the same seed, and others by another", () => {
    const by = (seed: number) => drawDistractors(pools, asked, seed);
    expect(by(3)).toHaveLength(2);
    expect(by(3)).toEqual(by(3));
    const all = Array.from({ length: 30 }, (_, seed) => JSON.stringify(by(seed)));
    expect(new Set(all).size).toBeGreaterThan(5);
  });

  test("can’t be drawn where there are too few", () => {
    expect(() => drawDistractors(new Map([["T", makePool(pool.slice(0, 2))]]), asked, 1)).toThrow(
      "too few others: 1",
    );
  });
});
