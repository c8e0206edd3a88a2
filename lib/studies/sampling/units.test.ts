import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import { elsewhere, makeCases, makeDesign } from "#lib/studies/testing/frame.ts";

/** Twelve scenarios, each with what eight origins wrote; of the last one half is missing. */
const origins = 8;
const cases = makeCases("Silver", 92, (index) => ({
  group: `s${Math.floor(index / origins)}`,
  origin: `method ${index % origins}`,
  hasGold: false,
}));
const design = (each: number, quota: number, assignment: object) =>
  makeDesign({ sample: { quota: { Silver: quota }, groups: { Silver: each } }, assignment });
const blocks = (people: number) => ({ design: "blocks" as const, people, ratersPerCase: 5 });

function draw(of: ReturnType<typeof design>, from: readonly EligibleCase[] = cases) {
  const drawn = drawSample(of, from);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
  const { plan } = drawn;
  const cells = plan.cells.map((cell) => cell.cases.map((place) => plan.cases[place]));
  return { plan, cells };
}
const countBy = (items: readonly (string | null | undefined)[]) =>
  [...Map.groupBy(items, (item) => item).values()].map((all) => all.length);

describe("groups", () => {
  test("are drawn whole, and none stands in two blocks", () => {
    const { plan, cells } = draw(design(origins, 16, blocks(25)));
    expect(cells.map((cell) => countBy(cell.map((one) => one?.group)))).toEqual(
      Array.from({ length: 5 }, () => [origins, origins]),
    );
    expect(new Set(plan.cases.map(({ group }) => group)).size).toBe(10);
    expect(plan.cells.every(({ capacity }) => capacity === 5)).toBe(true);
  });

  test.each([2, 3, 5])("show %d origins each, every origin equally often", (each) => {
    const { cells } = draw(design(each, each * 2, blocks(25)));
    expect(cells.every((cell) => countBy(cell.map((one) => one?.group)).every((n) => n === each))).toBe(true);
    const shown = countBy(cells.flat().map((one) => one?.origin));
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1);
    expect(shown).toHaveLength(origins);
  });

  test("follow from the seed alone, however the cases came", () => {
    const of = design(3, 6, blocks(25));
    expect(draw(of, elsewhere(cases, 4)).plan.digest).toBe(draw(of).plan.digest);
    const other = { ...of, sample: { ...of.sample, seed: 2 } };
    expect(draw(other).plan.digest).not.toBe(draw(of).plan.digest);
  });

  test("that lack an origin are not drawn where all are asked for, and that is told in groups", () => {
    expect(drawSample(design(origins, 24, blocks(20)), cases)).toEqual({
      ok: false,
      shortfalls: [
        {
          stratum: "selected",
          track: "Silver",
          needed: 12,
          found: 11,
          reason: "too_few_groups",
          each: origins,
        },
      ],
    });
    expect(drawSample(design(4, 12, blocks(20)), cases).ok).toBe(true);
  });

  test("of each person's own are drawn again only when all had their turn", () => {
    const { cells } = draw(design(4, 8, { design: "own", people: 6 }));
    const groups = cells.map((cell) => [...new Set(cell.map((one) => one?.group))]);
    expect(new Set(groups.flat()).size).toBe(12);
    const shown = countBy(cells.flat().map((one) => one?.origin));
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1);
  });
});
