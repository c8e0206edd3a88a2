import { describe, expect, test } from "vitest";
import { drawPowerCurve, listCrowds, computePower } from "#lib/studies/opening/power-plan.ts";
import { designSchema } from "#lib/studies/schema.ts";

const tracks = ["Literary", "Drama"].map((track) => ({
  track,
  cases: 3000,
  selected: 1000,
  unsure: 1000,
  controls: 1000,
}));
const planned = (assignment: object = {}, sample: object = {}) =>
  designSchema.parse({
    frame: { tracks: ["Literary", "Drama"], reference: { model: "m", method: "z", threshold: 0.9 } },
    sample: { seed: 1, quota: { Drama: 3, Literary: 45 }, ...sample },
    assignment,
  });

const plan = await computePower(planned(), tracks);
const notSimulated = { ...plan, rows: [], changes: [] };

describe("the numbers of people", () => {
  test("go from 5 to 80, with the planned one among them, and further where more are planned", () => {
    expect(listCrowds(20)).toEqual(Array.from({ length: 16 }, (_, i) => 5 * (i + 1)));
    expect(listCrowds(23)).toContain(23);
    expect(listCrowds(3).slice(0, 2)).toEqual([3, 5]);
    expect(listCrowds(200)).toEqual(expect.arrayContaining([15, 195, 200, 240]));
    expect(listCrowds(1)[0]).toBe(5);
  });
});

describe("the half-width against people", () => {
  test("is about what the simulation comes to, and narrows with every person", () => {
    const { people, lines } = drawPowerCurve(planned(), tracks, notSimulated);
    const [all] = lines;
    const at = all?.halves[people.indexOf(20)] ?? 0;
    const simulated = (plan.rows[0]?.figures.intervalWidth ?? 0) / 2;
    expect(at / simulated).toBeGreaterThan(0.93);
    expect(at / simulated).toBeLessThan(1.07);
    const halves = all?.halves.map((half) => half ?? 1) ?? [];
    expect(halves).toEqual(halves.toSorted((a, b) => b - a));
  });

  test("is what the table says wherever the table says it, and narrows with every person all the same", () => {
    const { people, lines } = drawPowerCurve(planned(), tracks, plan);
    for (const { track, halves } of lines) {
      const row = plan.rows.find((one) => one.stratum === "selected" && one.track === track);
      expect(halves[people.indexOf(20)]).toBeCloseTo((row?.figures.intervalWidth ?? 0) / 2, 12);
    }
    const halves = lines[0]?.halves.map((half) => half ?? 1) ?? [];
    for (const { people: count, figures } of plan.changes.filter(({ design }) => design === "same"))
      expect(halves[people.indexOf(count)]).toBeCloseTo((figures.intervalWidth ?? 0) / 2, 12);
    expect(halves).toEqual(halves.toSorted((a, b) => b - a));
  });

  test("has a line for each track that a claim can rest on, where there are several", () => {
    const named = (design: ReturnType<typeof planned>) =>
      drawPowerCurve(design, tracks, notSimulated).lines.map(({ of, track }) => track ?? of);
    expect(named(planned())).toEqual(["selected", "Literary"]);
    expect(named(planned({ design: "own" }))).toEqual(["selected", "Literary", "Drama"]);
    expect(named(planned({}, { quota: { Literary: 45 } }))).toEqual(["selected"]);
    expect(named(planned({}, { quota: {} }))).toEqual([]);
    const strata = {
      quota: { Literary: 10, Drama: 2 },
      unsure: { Literary: 10, Drama: 2 },
      controls: { Literary: 20, Drama: 2 },
    };
    expect(named(planned({}, strata))).toEqual(["selected", "Literary", "benchmark"]);
  });

  test("falls below what the same cases for all can reach where everybody has their own", () => {
    const at = (design: "same" | "own") =>
      drawPowerCurve(planned({ design }), tracks, notSimulated).lines[0]?.halves.at(-1) ?? 1;
    expect(at("own")).toBeLessThan(at("same") / 2);
  });
});
