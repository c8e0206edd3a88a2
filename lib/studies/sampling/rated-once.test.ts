import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { findNoLongerAlike, listAlike } from "#lib/studies/sampling/rated-once.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import type { Sample } from "#lib/studies/schema.ts";
import { makeCases, makeDesign } from "#lib/studies/testing/frame.ts";

/** Eight questions, each answered by two methods. */
const cases = makeCases("Similarity", 16, (index) => ({
  group: `p${index % 2}`,
  pair: JSON.stringify(["p", `q${index >> 1}`]),
  origin: index % 2 === 0 ? "Chrono" : "Simple",
  hasGold: false,
})).map((one, index) => ({ ...one, group: `p${(index >> 1) % 3}` }));
const [first, second, third, fourth] = cases as [EligibleCase, EligibleCase, EligibleCase, EligibleCase];
const ratedOnce: Sample["ratedOnce"] = [{ track: "Similarity", key: first.key, for: [second.key] }];

function draw(sample: Partial<Sample>) {
  const drawn = drawSample(
    makeDesign({
      sample: { ratedOnce, ...sample },
      assignment: { design: "blocks", people: 4, ratersPerCase: 2 },
    }),
    cases,
  );
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
  const { cases: planned, cells } = drawn.plan;
  return { ...drawn, planned, cells: cells.map((cell) => cell.cases.map((at) => planned[at]?.key)) };
}

test("a pair stays whole where one of its cases is rated for both, and nobody gets the other", () => {
  const paired = {
    quota: { Similarity: 8 },
    groups: { Similarity: 2 },
    pairBy: { Similarity: "question_id" },
  };
  const { planned, cells, broken } = draw(paired);
  expect(planned).toHaveLength(16);
  expect(planned.filter(({ ratedAs }) => ratedAs).map(({ key, ratedAs }) => [key, ratedAs])).toEqual([
    [second.key, first.key],
  ]);
  expect(cells.map((cell) => cell.length).sort()).toEqual([7, 8]);
  expect(cells.flat()).not.toContain(second.key);
  expect(cells.flat().filter((key) => key === first.key)).toHaveLength(1);
  expect(broken).toEqual([]);
});

test("where cases are drawn one by one everybody gets as many as planned, and a stand-in brings the others along", () => {
  const { planned, cells } = draw({ quota: { Similarity: 7 } });
  expect(cells.map((cell) => cell.length)).toEqual([7, 7]);
  expect(cells.flat()).not.toContain(second.key);
  const isDrawn = cells.flat().includes(first.key);
  expect(planned.some(({ key }) => key === second.key)).toBe(isDrawn);
});

describe("cases are alike", () => {
  const shown = new Map(cases.map(({ versionId }) => [versionId, "other words"]));
  const alike = new Map([...shown].map(([id], at) => [id, at < 2 || at === 3 ? "same" : `words ${at}`]));

  test("in one group and pair, if raters see the same", () => {
    expect(listAlike(cases, alike)).toEqual(ratedOnce);
    // The other pairs have a question of their own, though their words are the same.
    expect(listAlike([first, fourth], alike)).toEqual([]);
    expect(
      listAlike(
        [
          { ...first, group: null },
          { ...second, group: null },
        ],
        alike,
      ),
    ).toEqual([]);
    expect(listAlike([first, second], new Map([[first.versionId, "same"]]))).toEqual([]);
  });

  test("until one is edited or leaves the frame; a track outside of the frame is of no consequence", () => {
    const named = [{ track: "Similarity", key: first.key, other: second.key }];
    expect(findNoLongerAlike(cases, alike, ratedOnce)).toEqual([]);
    expect(findNoLongerAlike(cases, new Map(alike).set(second.versionId, "edited"), ratedOnce)).toEqual(
      named,
    );
    expect(findNoLongerAlike([first, third], alike, ratedOnce)).toEqual(named);
    expect(findNoLongerAlike([third], alike, ratedOnce)).toEqual([]);
  });
});
