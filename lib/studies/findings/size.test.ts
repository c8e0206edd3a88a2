import { expect, test } from "vitest";
import { findSizeWarnings } from "#lib/studies/findings/warnings.ts";
import { designSchema } from "#lib/studies/schema.ts";

/** What is drawn of one track, and how much of it is expected to be right. */
function codesOf(distinct: number, accuracy: number, people = 20) {
  const design = designSchema.parse({
    sample: { seed: 1, quota: { Literary: 10 } },
    assignment: { people },
    power: { accuracy },
  });
  const cases = Array.from({ length: distinct }, (_, at) => ({
    track: "Literary",
    key: `${at}`,
    stratum: "selected",
  }));
  const sample = { ok: true, plan: { cases } } as unknown as Parameters<typeof findSizeWarnings>[1]["sample"];
  return findSizeWarnings(design, { sample, tracks: [] }).map(({ code }) => code);
}

test("a plan of few cases near the ceiling is warned of, by the rule of the results", () => {
  expect(codesOf(20, 0.97)).toEqual(["few_near_ceiling"]);
  expect(codesOf(21, 0.97)).toEqual([]);
  expect(codesOf(20, 0.95)).toEqual([]);
  expect(codesOf(20, 0.03)).toEqual(["few_near_ceiling"]);
});

test("what results would not claim anything of is warned of, too", () => {
  expect(codesOf(9, 0.9)).toEqual(["small_track"]);
  expect(codesOf(10, 0.9, 2)).toEqual(["small_track"]);
  expect(codesOf(10, 0.9, 3)).toEqual([]);
});
