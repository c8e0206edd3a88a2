import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import { makeCases, makeDesign } from "#lib/studies/testing/frame.ts";

const wrong = { correct: false, confidence: 1 };
const right = { correct: true, confidence: 1 };
const seeds = Array.from({ length: 40 }, (_, index) => index);

/** Every cell as the sources of its cases; null where there was no sample. */
function sourcesOf(design: ReturnType<typeof makeDesign>, cases: readonly EligibleCase[]) {
  const drawn = drawSample(design, cases);
  if (!drawn.ok) return null;
  const { plan } = drawn;
  return plan.cells.map((cell) => cell.cases.map((place) => plan.cases[place]?.source ?? null));
}
const isOnceEach = (sources: readonly (string | null)[]) => new Set(sources).size === sources.length;

describe("at most k from one source", () => {
  test("holds over selected cases and controls together, wherever a way exists", () => {
    // Controls come from works a and b alone, so the selected ones must leave these two to them.
    const cases = makeCases("Drama", 8, (index) => ({
      ...(index < 2 ? right : wrong),
      source: ["a", "b", "a", "b", "c", "d", "a", "b"][index] ?? null,
    }));
    const design = (seed: number) =>
      makeDesign({
        sample: { seed, quota: { Drama: 2 }, controls: { Drama: 2 }, mostFromOneSource: 1 },
        threshold: 0.5,
      });
    for (const seed of seeds) expect(sourcesOf(design(seed), cases)?.every(isOnceEach)).toBe(true);
  });

  test("says what is found where no way exists", () => {
    const cases = makeCases("Drama", 30, (index) => ({ source: `work ${index % 4}` }));
    const drawn = drawSample(makeDesign({ sample: { quota: { Drama: 9 }, mostFromOneSource: 2 } }), cases);
    const shortfall = { stratum: "selected", track: "Drama", needed: 9, found: 8, reason: "source_limit" };
    expect(drawn).toEqual({ ok: false, shortfalls: [shortfall] });
  });

  test("doesn't concern cases whose source is unknown", () => {
    const cases = makeCases("Drama", 30, (index) => ({ source: index % 2 ? "one work" : null }));
    const sources = sourcesOf(makeDesign({ sample: { quota: { Drama: 16 }, mostFromOneSource: 1 } }), cases);
    expect(sources?.[0]?.filter((source) => source === "one work")).toHaveLength(1);
  });

  test("is kept in every block, also when the blocks take every case there is", () => {
    // Four works with three cases each, blocks of three different works: there is just enough.
    const cases = makeCases("Drama", 12, (index) => ({ source: `work ${index % 4}` }));
    const design = (seed: number) =>
      makeDesign({
        sample: { seed, quota: { Drama: 3 }, mostFromOneSource: 1 },
        assignment: { design: "blocks", people: 4, ratersPerCase: 1 },
      });
    for (const seed of seeds) {
      const blocks = sourcesOf(design(seed), cases);
      expect(blocks?.map(({ length }) => length)).toEqual([3, 3, 3, 3]);
      expect(blocks?.every(isOnceEach)).toBe(true);
    }
  });

  test("is kept in every block over several tracks of the same works", () => {
    const cases = ["Drama", "Literary", "Expertise"].flatMap((track, shift) =>
      makeCases(track, 18, (index) => ({ source: `work ${(index + shift) % 6}` })),
    );
    const design = (seed: number) =>
      makeDesign({
        sample: { seed, quota: { Drama: 2, Literary: 2, Expertise: 2 }, mostFromOneSource: 1 },
        assignment: { design: "blocks", people: 9, ratersPerCase: 1 },
      });
    for (const seed of seeds) {
      const blocks = sourcesOf(design(seed), cases);
      expect(blocks).toHaveLength(9);
      expect(blocks?.every((sources) => sources.length === 6 && isOnceEach(sources))).toBe(true);
    }
  });

  test("is kept for everybody who gets cases of their own, though one work has most of them", () => {
    const cases = makeCases("Drama", 60, (index) => ({ source: index < 50 ? "long" : `short ${index % 5}` }));
    const design = makeDesign({
      sample: { quota: { Drama: 4 }, mostFromOneSource: 1 },
      assignment: { design: "own", people: 100 },
    });
    const cells = sourcesOf(design, cases);
    expect(cells).toHaveLength(100);
    expect(cells?.every((sources) => sources.length === 4 && isOnceEach(sources))).toBe(true);
  });
});
