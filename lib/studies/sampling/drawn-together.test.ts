import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import { makeCases, makeDesign } from "#lib/studies/testing/frame.ts";

type Design = ReturnType<typeof makeDesign>;
const blocks = (people: number, ratersPerCase = 1) => ({ design: "blocks" as const, people, ratersPerCase });
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

function draw(design: Design, from: readonly EligibleCase[]) {
  const drawn = drawSample(design, from);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
  const { plan, broken } = drawn;
  const byName = new Map(from.map((one) => [`${one.track} ${one.key}`, one]));
  const caseAt = (place: number) => byName.get(`${plan.cases[place]?.track} ${plan.cases[place]?.key}`);
  return { plan, broken, cells: plan.cells.map((cell) => cell.cases.flatMap((at) => caseAt(at) ?? [])) };
}
const countBy = (values: readonly unknown[]) =>
  [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);

describe("one question in two formats", () => {
  /** Twelve questions with three options and twelve with four, of which eleven are the same. */
  const formats = (["MCQ-3", "MCQ-4"] as const).flatMap((track, at) =>
    makeCases(track, 12, (index) => ({ question: `q${index + at}`, isEasy: true })),
  );
  const design = (seed: number, quota: Record<string, number>, more: object = {}) =>
    makeDesign({
      sample: { seed, quota, oncePerQuestion: true, ...more },
      assignment: blocks(2),
    });

  test("is never asked of one person, though the blocks take every case", () => {
    for (const seed of seeds) {
      const { cells } = draw(design(seed, { "MCQ-3": 6, "MCQ-4": 6 }), formats);
      expect(new Set(cells.flat()).size).toBe(24);
      for (const cell of cells) expect(new Set(cell.map(({ question }) => question)).size).toBe(12);
    }
  });

  test("is none that a check or a practice case asks as well", () => {
    const more = { attention: { count: 2, cases: [] }, practice: { count: 1, cases: [] } };
    for (const seed of seeds) {
      const { plan, cells } = draw(design(seed, { "MCQ-3": 4, "MCQ-4": 4 }, more), formats);
      const common = plan.cases.filter(({ stratum }) => stratum !== "selected");
      const asked = new Set(cells.flat().map(({ question }) => question));
      const ofAll = common.map(({ track, key }) =>
        formats.find((one) => one.track === track && one.key === key),
      );
      expect(new Set(ofAll.map((one) => one?.question)).size).toBe(3);
      expect(ofAll.filter((one) => asked.has(one?.question ?? ""))).toEqual([]);
    }
  });

  test("is refused where everybody would need more different questions than there are", () => {
    const same = { ...design(1, { "MCQ-3": 7, "MCQ-4": 7 }), assignment: makeDesign({}).assignment };
    expect(drawSample(same, formats)).toMatchObject({
      ok: false,
      shortfalls: [{ reason: "question_limit" }],
    });
  });

  test("changes nothing where no two cases ask the same", () => {
    const [alone] = [formats.filter(({ track }) => track === "MCQ-3")];
    const plain = makeDesign({ sample: { quota: { "MCQ-3": 6 } }, assignment: blocks(2) });
    const once = { ...plain, sample: { ...plain.sample, oncePerQuestion: true } };
    expect(draw(once, alone).plan.digest).toBe(draw(plain, alone).plan.digest);
  });
});

/** 54 questions that two methods answered, five that one of them did, and one answer to nobody knows what. */
const answers = makeCases("Similarity", 114, (index) => ({
  group: `person ${index % 6}`,
  origin: index < 108 ? `method ${index % 2}` : "method 0",
  pair: index < 113 ? `q${Math.floor(index / (index < 108 ? 2 : 1))}` : null,
  hasGold: false,
}));
const paired = (quota: number, people: number, linked = 0) =>
  makeDesign({
    sample: {
      quota: { Similarity: quota },
      groups: { Similarity: 2 },
      pairBy: { Similarity: "question_id" },
      ...(linked > 0 && { linked: { Similarity: linked } }),
    },
    assignment: blocks(people),
  });

describe("pairs", () => {
  test("are drawn whole, all of them, so that both methods answer the same questions", () => {
    const { plan, cells, broken } = draw(paired(36, 3), answers);
    expect(plan.cases).toHaveLength(108);
    for (const cell of cells) {
      expect(countBy(cell.map(({ pair }) => pair))).toEqual(Array.from({ length: 18 }, () => 2));
      expect(countBy(cell.map(({ origin }) => origin))).toEqual([18, 18]);
    }
    const keys = answers.slice(108).map(({ key }) => key);
    expect(broken).toEqual([{ track: "Similarity", keys: keys.sort() }]);
  });
});

describe("linked cases", () => {
  test("stand in every block, whole pairs of them, and once in the plan", () => {
    const { plan, cells } = draw(paired(40, 3, 6), answers);
    expect(plan.cases).toHaveLength(108);
    const everywhere = [...new Set(cells.flat())].filter((one) => cells.every((cell) => cell.includes(one)));
    expect(countBy(everywhere.map(({ pair }) => pair))).toEqual([2, 2, 2]);
    const linked = plan.cases.filter(({ isLinked }) => isLinked).map(({ key }) => key);
    expect(linked.sort()).toEqual(everywhere.map(({ key }) => key).sort());
    expect(cells.flat()).toHaveLength(120);
  });

  test("are those that come first, and are told with the rest where there are too few", () => {
    const [few] = [answers.slice(0, 108)];
    expect(draw(paired(40, 3, 6), few).plan.digest).toBe(draw(paired(40, 3, 6), answers).plan.digest);
    expect(drawSample(paired(44, 3, 4), answers)).toMatchObject({
      ok: false,
      shortfalls: [{ needed: 62, found: 54, reason: "too_few_groups", each: 2 }],
    });
  });

  test("of own cases and of the same for everybody there are none", () => {
    const { plan } = draw(
      {
        ...paired(12, 3, 2),
        assignment: makeDesign({ assignment: { design: "own", people: 3 } }).assignment,
      },
      answers,
    );
    expect(plan.cases).toHaveLength(36);
  });

  test("of strata that speak for controls there are none", () => {
    const cases = makeCases("Drama", 60, (index) => ({ correct: index % 2 === 0, confidence: 1 }));
    const design = makeDesign({
      threshold: 0.5,
      sample: { quota: { Drama: 5 }, controls: { Drama: 5 }, linked: { Drama: 1 } },
      assignment: blocks(4),
    });
    const { plan } = draw(design, cases);
    expect(plan.cases.map(({ stratum }) => stratum).filter((one) => one === "selected")).toHaveLength(17);
    expect(plan.cases.filter(({ stratum }) => stratum === "control")).toHaveLength(20);
  });
});
