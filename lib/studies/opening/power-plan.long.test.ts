import { expect, it } from "vitest";
import { countOriginLayouts } from "#lib/studies/opening/judged-power.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { usualMean, usualShare, designSchema } from "#lib/studies/schema.ts";

const paper = designSchema.parse({
  frame: {
    tracks: ["Literary", "Drama", "Expertise"],
    reference: { model: "M", method: "zero-shot", threshold: 0.9 },
  },
  sample: { seed: 1, quota: { Drama: 3, Literary: 45, Expertise: 2 } },
});
const plenty = ["Literary", "Drama", "Expertise"].map((track) => ({
  track,
  cases: 15_000,
  selected: 5000,
  unsure: 5000,
  controls: 5000,
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

const judgedTracks = [
  { track: "Literary", cases: 300, selected: 300, controls: 0 },
  { track: "Drama", cases: 80, selected: 80, controls: 0, kinds: ["rating" as const], withGold: 0 },
  { track: "Facts", cases: 80, selected: 80, controls: 0, kinds: ["label" as const], withGold: 0 },
  { track: "Traits", cases: 8, selected: 8, controls: 0, kinds: ["traits" as const], withGold: 0 },
];
const mixed = { sample: { seed: 1, quota: { Literary: 20, Drama: 48, Facts: 40, Traits: 4 } } };
/** Two origins in each of 24 groups of one track, none in 40 cases of another. */
const standing = countOriginLayouts([
  ...Array.from({ length: 48 }, (_, i) => ({
    track: "Drama",
    key: `d${i}`,
    group: `g${i % 24}`,
    origin: `method ${Math.floor(i / 24)}`,
  })),
  ...Array.from({ length: 40 }, (_, i) => ({ track: "Facts", key: `f${i}`, group: null, origin: null })),
]);

it("parts tracks on which no answer is right, each with its own figure", async () => {
  const design = designSchema.parse(mixed);
  const plan = await computePower(design, judgedTracks, { withChanges: false, standing });
  expect(plan.rows.map(({ track, casesPerPerson }) => [track, casesPerPerson])).toEqual([[null, 20]]);
  const [drama, facts, traits] = plan.judged;
  expect(drama).toMatchObject({ track: "Drama", measure: "mean", planned: { origins: 2 } });
  expect(drama?.planned?.layout).toEqual({
    groups: 24,
    casesEach: 1,
    ratersEach: 20,
    raters: 20,
    isWhole: true,
    sharedGroups: 24,
  });
  const { half, difference } = drama?.planned?.figures ?? {};
  expect(half).toBeGreaterThan(drama?.planned?.withMore.groups ?? 1);
  expect(difference).toBeGreaterThan(0.3);
  expect(facts).toMatchObject({ measure: "shares", planned: { layout: { groups: 40 } } });
  expect(facts?.planned?.figures).toMatchObject({ reason: null, differenceReason: "one_origin" });
  expect(traits).toEqual({ track: "Traits", measure: "levels", planned: null });
});

it("knows that a linked case is one case with more raters, and that pairs are judged by the same ones", async () => {
  const layoutOf = async (sample: object) => {
    const assignment = { design: "blocks", people: 15, ratersPerCase: 5 };
    const design = designSchema.parse({ assignment, sample: { ...mixed.sample, ...sample } });
    const { judged } = await computePower(design, judgedTracks, { withChanges: false, standing });
    return judged.find(({ track }) => track === "Drama")?.planned;
  };
  const together = { groups: { Drama: 2 }, pairBy: { Drama: "question_id" } };
  const [apart, paired, linked] = [
    await layoutOf({}),
    await layoutOf(together),
    await layoutOf({ ...together, linked: { Drama: 12 } }),
  ];
  expect(paired?.layout).toMatchObject({ isWhole: false, isPaired: true, ratersEach: 5 });
  expect(paired?.figures.difference).toBeLessThan(apart?.figures.difference ?? 0);
  // A quarter of the cases has 15 raters, the others 5.
  expect(linked?.layout.ratersEach).toBeCloseTo(1 / (0.25 / 15 + 0.75 / 5), 12);
});

it("takes the preferences of all comparisons together", async () => {
  const tracks = [
    { track: "Pairs", cases: 60, selected: 60, controls: 0, kinds: ["pair" as const], withGold: 0 },
  ];
  const drawn = Array.from({ length: 60 }, (_, i) => ({
    track: "Pairs",
    key: `p${i}`,
    group: `g${i % 20}`,
    origin: `method ${i % 3}`,
  }));
  const design = designSchema.parse({ sample: { seed: 1, quota: { Pairs: 60 } } });
  const plan = await computePower(design, tracks, {
    withChanges: false,
    standing: countOriginLayouts(drawn),
  });
  const { layout, figures } = plan.judged[0]?.planned ?? {};
  expect(layout).toMatchObject({ groups: 20, casesEach: 3, ratersEach: 20 });
  expect(figures?.difference).toBeGreaterThan(figures?.half ?? 1);
});

it("deals raters as the design does, and says nothing of a sample that can't be drawn", async () => {
  const layoutOf = async (assignment: object, groups = {}) => {
    const sample = { ...mixed.sample, quota: { Drama: 12 }, groups };
    const design = designSchema.parse({ sample, assignment: { people: 20, ...assignment } });
    return (await computePower(design, judgedTracks, { withChanges: false, standing })).judged[0]?.planned
      ?.layout;
  };
  expect(await layoutOf({ design: "blocks", ratersPerCase: 4 })).toMatchObject({
    ratersEach: 4,
    isWhole: false,
  });
  expect(await layoutOf({ design: "blocks", ratersPerCase: 4 }, { Drama: 2 })).toMatchObject({
    isWhole: true,
  });
  expect(await layoutOf({ design: "own" })).toMatchObject({ ratersEach: 5, raters: 20 });
  const undrawn = await computePower(designSchema.parse(mixed), judgedTracks, { withChanges: false });
  expect(undrawn.judged.map(({ planned }) => planned)).toEqual([null, null, null]);
});

it("assumes what the plan says, which weighs nothing in a plan that says nothing", async () => {
  expect(designSchema.parse({ sample: { seed: 1 } }).power).toEqual(designSchema.parse(mixed).power);
  expect(Object.keys(designSchema.parse(mixed).power)).toEqual(["accuracy", "personSpread", "caseSpread"]);
  const halfWith = async (mean: object) => {
    const design = designSchema.parse({ ...mixed, power: { mean: { ...usualMean, ...mean } } });
    return (await computePower(design, judgedTracks, { withChanges: false, standing })).judged[0]?.planned
      ?.figures.half;
  };
  expect(await halfWith({ raterSd: 1 })).toBeGreaterThan((await halfWith({})) ?? 9);
  const share = { ...usualShare, share: 0.05 };
  const refused = designSchema.safeParse({ ...mixed, power: { share } });
  expect(refused.error?.issues).toMatchObject([
    { path: ["power", "share", "caseSd"], message: "more_than_a_share_varies" },
  ]);
});
