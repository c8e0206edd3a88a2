import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { drawSample, type Plan, type SamplingDesign } from "#lib/studies/sampling/sampling.ts";
import type { Stratum } from "#lib/studies/schema.ts";
import { elsewhere, makeCases, makeDesign } from "#lib/studies/testing/frame.ts";
import { thorough } from "#lib/testing/thorough.ts";

function draw(design: SamplingDesign, cases: readonly EligibleCase[]): Plan {
  const drawn = drawSample(design, cases);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
  return drawn.plan;
}
function fallShort(design: SamplingDesign, cases: readonly EligibleCase[]) {
  const drawn = drawSample(design, cases);
  return drawn.ok ? [] : drawn.shortfalls;
}

const namesOf = (plan: Plan, stratum: Stratum) =>
  plan.cases.filter((one) => one.stratum === stratum).map(({ key }) => key);
const countsIn = (plan: Plan, cell = plan.cells[0]) => {
  const counts: Record<string, number> = {};
  for (const place of cell?.cases ?? []) {
    const { stratum = "", track = "" } = plan.cases[place] ?? {};
    counts[`${stratum} ${track}`] = (counts[`${stratum} ${track}`] ?? 0) + 1;
  }
  return counts;
};
const seeds = Array.from({ length: 3 }, (_, index) => index * 7919);

// A third wrong, their confidence spread over hundredths; the right ones easy every other time.
const judged = (index: number) => ({
  correct: index % 3 !== 0,
  confidence: (index % 100) / 100,
  isEasy: index % 3 === 1,
  source: index % 4 === 0 ? null : `work ${index % 17}`,
});
const frame = [...makeCases("Literary", 600, judged), ...makeCases("Drama", 90, judged)];
const sample = {
  quota: { Literary: 45, Drama: 3 },
  controls: { Literary: 5 },
  attention: { count: 2, cases: [] },
  practice: { count: 2, cases: [{ track: "Drama", key: "drama-7" }] },
  mostFromOneSource: 6,
};
const digests = {
  same: "45c3415d533a256208783e5b6c34f1b1770d38dc3486a23372b1251775b69125",
  own: "4c59a285c08e810f54a548491c360ee8bfc59f400a1741bb791454970e421fef",
  blocks: "7bb425353f94787f20c047e54149e418850c88cdda7760be329eaca7f3215aae",
};
const designs = (["same", "own", "blocks"] as const).map((design) => ({
  name: design,
  of: (seed: number) =>
    makeDesign({
      sample: { ...sample, seed },
      assignment: { design, people: 9, ratersPerCase: 4 },
      threshold: 0.29,
    }),
}));

describe.each(designs)("a sample for $name", ({ name, of }) => {
  const plans = new Map(seeds.map((seed) => [seed, draw(of(seed), frame)]));

  test("is the same wherever the cases come from, and under whatever numbers", () => {
    for (const seed of seeds) {
      const here = plans.get(seed)!;
      const there = draw(of(seed), elsewhere(frame, seed + 1));
      expect(there.digest).toBe(here.digest);
      expect(there.cases.map(({ key, stratum }) => [stratum, key])).toEqual(
        here.cases.map(({ key, stratum }) => [stratum, key]),
      );
      expect(there.cells).toEqual(here.cells);
    }
  });

  test("of a plan without a third stratum is the one that it was before there was any", () =>
    expect(draw(of(2026), frame).digest).toBe(digests[name]));

  test("differs by seed, and by what a case says", () => {
    const digests = [...plans.values()].map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(seeds.length);
    const plan = draw(of(1), frame);
    const edited = frame.map((item) =>
      item.key === plan.cases[0]?.key ? { ...item, hash: "0".repeat(64) } : item,
    );
    expect(draw(of(1), edited).digest).not.toBe(plan.digest);
  });

  test("gives every participant exactly the quotas, of the right kind, each case once", () => {
    const byKey = new Map(frame.map((entry) => [entry.key, entry]));
    for (const seed of seeds) {
      const plan = plans.get(seed)!;
      for (const cell of plan.cells) {
        expect(countsIn(plan, cell)).toEqual({
          "selected Literary": 45,
          "selected Drama": 3,
          "control Literary": 5,
        });
        expect(new Set(cell.cases).size).toBe(cell.cases.length);
      }
      expect(new Set(plan.cases.map(({ key }) => key)).size).toBe(plan.cases.length);
      for (const { key, stratum } of plan.cases) {
        const { correct, confidence, isEasy } = byKey.get(key) ?? {};
        if (stratum === "selected") expect([correct, (confidence ?? 0) >= 0.29]).toEqual([false, true]);
        if (stratum === "control") expect(correct).toBe(true);
        if (stratum === "attention") expect(isEasy).toBe(true);
      }
      expect(namesOf(plan, "attention")).toHaveLength(2);
      expect(namesOf(plan, "practice")).toHaveLength(2);
      expect(namesOf(plan, "practice")).toContain("drama-7");
    }
  });

  test("keeps to the most from one source in every cell", () => {
    for (const seed of seeds) {
      const plan = plans.get(seed)!;
      for (const { cases } of plan.cells) {
        const perSource = Map.groupBy(cases, (place) => plan.cases[place]?.source);
        for (const [source, places] of perSource)
          if (source != null) expect(places.length).toBeLessThanOrEqual(6);
      }
    }
  });

  test("has the cells of its design", () => {
    const { cells } = draw(of(1), frame);
    const expected = { same: [1, null], own: [9, 1], blocks: [3, 4] }[name];
    expect([cells.length, cells[0]?.capacity]).toEqual(expected);
    if (name === "blocks") {
      const places = cells.flatMap(({ cases }) => cases);
      expect(new Set(places).size).toBe(places.length);
    }
  });
});

describe("cases of their own for everybody", () => {
  const usesOf = ({ cells }: Plan) => {
    const uses = new Map<number, number>();
    for (const place of cells.flatMap(({ cases }) => cases)) uses.set(place, (uses.get(place) ?? 0) + 1);
    return [...uses.values()];
  };

  test.each([
    { cases: 50, people: 7, quota: 20, most: null },
    { cases: 21, people: 50, quota: 20, most: null },
    { cases: 20, people: 5, quota: 20, most: null },
    // A limit that never has to be kept changes nothing about it.
    { cases: 23, people: 40, quota: 10, most: 10 },
  ])("are used up evenly: $people × $quota of $cases, most $most", ({ cases, people, quota, most }) => {
    const given = makeCases("Literary", cases, (index) => ({ source: `work ${index % 5}` }));
    for (const seed of seeds) {
      const plan = draw(
        makeDesign({
          sample: { seed, quota: { Literary: quota }, mostFromOneSource: most },
          assignment: { design: "own", people },
        }),
        given,
      );
      const uses = usesOf(plan);
      expect(plan.cells.every((cell) => new Set(cell.cases).size === quota)).toBe(true);
      expect(uses.length).toBe(Math.min(cases, people * quota));
      expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1);
    }
  });

  test("leave attention checks aside, though all cases would be asked of somebody", () => {
    const given = makeCases("Literary", 12, () => ({ isEasy: true }));
    const plan = draw(
      makeDesign({
        sample: { quota: { Literary: 10 }, attention: { count: 2, cases: [] } },
        assignment: { design: "own", people: 30 },
      }),
      given,
    );
    expect(namesOf(plan, "selected")).toHaveLength(10);
    expect(namesOf(plan, "attention")).toHaveLength(2);
  });

  test("200 × 50 out of 2,857 are drawn, each case as often as any other", () => expectEvenUse(200, 2857));

  thorough("2,000 × 50 out of 28,565 are drawn, each case as often as any other", () =>
    expectEvenUse(2000, 28_565),
  );

  function expectEvenUse(people: number, cases: number): void {
    const given = makeCases("Literary", cases);
    const design = makeDesign({
      sample: { quota: { Literary: 50 } },
      assignment: { design: "own", people },
    });
    const { cells } = draw(design, given);
    expect(cells).toHaveLength(people);
    expect(new Set(cells.map(({ cases }) => new Set(cases).size))).toEqual(new Set([50]));
    const uses = Map.groupBy(
      cells.flatMap(({ cases }) => cases),
      (place) => place,
    );
    expect(uses.size).toBe(cases);
    expect(new Set([...uses.values()].map(({ length }) => length))).toEqual(new Set([3, 4]));
  }
});

describe("what falls short", () => {
  const all = { correct: false, confidence: 1 };

  test("names track, needed and found, of every stratum at once", () => {
    const cases = [...makeCases("Literary", 40, () => all), ...makeCases("Drama", 5, () => all)];
    const design = makeDesign({
      sample: {
        quota: { Literary: 45, Drama: 3, Expertise: 2 },
        controls: { Literary: 1 },
        practice: { count: 1, cases: [] },
      },
      threshold: 0.5,
    });
    const base = { reason: "too_few" };
    expect(fallShort(design, cases)).toEqual([
      { ...base, stratum: "selected", track: "Expertise", needed: 2, found: 0 },
      { ...base, stratum: "selected", track: "Literary", needed: 45, found: 40 },
      { ...base, stratum: "control", track: "Literary", needed: 1, found: 0 },
      { ...base, stratum: "practice", track: null, needed: 1, found: 0 },
    ]);
  });

  test("blocks need different cases for each of them", () => {
    const design = makeDesign({
      sample: { quota: { Drama: 3 } },
      assignment: { design: "blocks", people: 10, ratersPerCase: 3 },
    });
    expect(fallShort(design, makeCases("Drama", 11))).toEqual([
      { stratum: "selected", track: "Drama", needed: 12, found: 11, reason: "too_few" },
    ]);
    expect(draw(design, makeCases("Drama", 12)).cells).toHaveLength(4);
  });

  test("named cases that the frame doesn't have, or that are named twice", () => {
    const twice = { track: "Drama", key: "drama-1" };
    const design = makeDesign({
      sample: {
        attention: { count: 2, cases: [twice, { track: "Drama", key: "drama-99" }] },
        practice: { count: 1, cases: [twice] },
      },
    });
    expect(fallShort(design, makeCases("Drama", 5))).toMatchObject([
      { stratum: "attention", reason: "unknown_case", case: { key: "drama-99" } },
      { stratum: "practice", reason: "unknown_case", case: { key: "drama-1" } },
    ]);
  });

  test("a wrong answer without probabilities, or without an answer, is nobody's confident error", () => {
    const cases = makeCases("Drama", 6, (index) => ({
      correct: [false, false, false, null, true, false][index] ?? null,
      confidence: [0.29, 0.28999999999999998, null, null, 0.9, 0.3][index] ?? null,
    }));
    const design = makeDesign({ sample: { quota: { Drama: 6 } }, threshold: 0.29 });
    expect(fallShort(design, cases)).toMatchObject([{ found: 3 }]);
  });
});
