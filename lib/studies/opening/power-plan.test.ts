import { expect, it } from "vitest";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { designSchema } from "#lib/studies/schema.ts";

const paper = designSchema.parse({
  frame: {
    tracks: ["Literary", "Drama", "Expertise"],
    reference: { model: "M", method: "zero-shot", threshold: 0.9 },
  },
  sample: { seed: 1, quota: { Drama: 3, Literary: 45, Expertise: 2 } },
});
const plenty = ["Literary", "Drama", "Expertise"].map((track) => ({
  ...{ track, cases: 15_000, selected: 5000, unsure: 5000, controls: 5000 },
}));
const usual = computePower(paper, plenty);
const sizes = (plan: Awaited<ReturnType<typeof computePower>>) =>
  plan.rows.map(({ stratum, track, casesPerPerson, figures }) => [
    stratum,
    track,
    casesPerPerson,
    figures.answers,
    figures.cases,
  ]);

it("has a row for all tracks together and one for each", async () => {
  const plan = await usual;
  expect(sizes(plan)).toEqual([
    ["selected", null, 50, 1000, 50],
    ["selected", "Literary", 45, 900, 45],
    ["selected", "Drama", 3, 60, 3],
    ["selected", "Expertise", 2, 40, 2],
  ]);
  expect(plan.selectedBy).toBe("M, zero-shot");
  expect(plan.rows.map(({ figures }) => figures.reason)).toEqual([null, null, "no_headline", "no_headline"]);
  expect(plan.rows[2]?.perfectFrom).toBeCloseTo(0.4385, 4);
});

it("shows more people and cases of one's own beside it", async () => {
  const { rows, changes } = await usual;
  expect(changes.map(({ design, people }) => [design, people])).toEqual([
    ["same", 10],
    ["same", 40],
    ["own", 20],
  ]);
  const gap = rows[0]?.figures.detectableGap ?? 0;
  expect(changes[2]?.figures.detectableGap).toBeLessThan(gap);
  expect((await computePower(paper, plenty, { withChanges: false })).changes).toEqual([]);
});

it("takes control cases as a stratum of their own, and one track for all there is", async () => {
  const sample = { seed: 1, quota: { Literary: 20, Drama: 0 }, controls: { Literary: 10, Drama: 5 } };
  expect(sizes(await computePower(designSchema.parse({ sample }), plenty))).toEqual([
    ["selected", null, 20, 400, 20],
    ["control", null, 15, 300, 15],
  ]);
});

it("uses a case again where each person's own are more than there are", async () => {
  const assignment = { design: "own", people: 20 };
  const few = [
    { track: "Literary", cases: 300, selected: 300, controls: 0 },
    { track: "Drama", cases: 8, selected: 8, controls: 0 },
    { track: "Expertise", cases: 500, selected: 500, controls: 0 },
  ];
  const plan = await computePower(designSchema.parse({ ...paper, assignment }), few);
  expect(sizes(plan).map(([, , , , cases]) => cases)).toEqual([348, 300, 8, 40]);
});

it("says how closely people are known over the whole benchmark, where the plan asks for all of it", async () => {
  expect((await usual).benchmark).toBeNull();
  const each = { Literary: 16, Drama: 2, Expertise: 2 };
  const halfWith = async (controls: object) => {
    const sample = { seed: 1, quota: each, unsure: each, controls };
    const plan = await computePower(designSchema.parse({ ...paper, sample }), plenty, { withChanges: false });
    return plan.benchmark?.half ?? null;
  };
  const half = await halfWith(each);
  expect(half).toBeGreaterThan(0.03);
  expect(half).toBeLessThan(0.08);
  expect(await halfWith({ ...each, Literary: 40 })).toBeLessThan(half ?? 0);
  // A track whose controls nobody is asked about.
  expect(await halfWith({ Literary: 20, Drama: 2 })).toBeNull();
});

it("has nothing to say before a quota is set", async () => {
  const blank = designSchema.parse({ sample: { seed: 1 } });
  expect(await computePower(blank, [])).toMatchObject({ rows: [], changes: [], selectedBy: null });
});

it("is of accuracy alone: a track on which no answer is right has no row, and is named", async () => {
  const tracks = [
    { track: "Literary", cases: 300, selected: 300, controls: 0 },
    { track: "Drama", cases: 80, selected: 80, controls: 0, kinds: ["rating" as const], withGold: 0 },
  ];
  const design = designSchema.parse({ sample: { seed: 1, quota: { Literary: 20, Drama: 20 } } });
  const plan = await computePower(design, tracks, { withChanges: false });
  expect(plan.judged).toEqual(["Drama"]);
  expect(plan.rows.map(({ track, casesPerPerson }) => [track, casesPerPerson])).toEqual([[null, 20]]);
});
