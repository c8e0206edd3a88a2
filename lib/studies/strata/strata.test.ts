import { describe, expect, test } from "vitest";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { findWarnings } from "#lib/studies/findings/warnings.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import { designs } from "#lib/studies/schema.ts";
import {
  countAsked,
  countSets,
  findReachGaps,
  listFrameCells,
  quotaOf,
  sampledStrata,
  stratumOf,
  type SampledStratum,
} from "#lib/studies/strata/schema.ts";
import { newDesign } from "#lib/studies/template.ts";
import { makeCases, makeDesign } from "#lib/studies/testing/frame.ts";

describe("the strata of a frame", () => {
  const answers = [true, false, null].flatMap((correct) =>
    [null, 0, 0.28, 0.29, 1].map((confidence) => ({ correct, confidence, hasGold: true })),
  );

  test("have every case once, whatever the run said of it, and all of them where no run chose", () => {
    const { reference } = makeDesign({ threshold: 0.29 }).frame;
    expect(answers.map((one) => stratumOf(one, reference))).toEqual([
      ...Array<string>(5).fill("control"),
      "unsure",
      "unsure",
      "unsure",
      "selected",
      "selected",
      ...Array<string>(5).fill("unsure"),
    ]);
    expect(new Set(answers.map((one) => stratumOf(one, null)))).toEqual(new Set(["selected"]));
    expect(stratumOf({ correct: null, confidence: null, hasGold: false }, reference)).toBeNull();
  });
});

// A third right, a third wrong and sure, a sixth wrong and unsure, a sixth unanswered.
const judge = (index: number) => ({
  correct: [true, false, false, true, false, null][index % 6] ?? null,
  confidence: [0.9, 0.8, 0.1, 0.2, 0.7, null][index % 6] ?? null,
});
const frame = [...makeCases("Literary", 600, judge), ...makeCases("Drama", 120, judge)];
const each = { Literary: 6, Drama: 4 };
const counts = ["Literary", "Drama"].map((track) => {
  const own = frame.filter((one) => one.track === track);
  const part = { cases: own.length, selected: own.length / 3, unsure: own.length / 3 };
  return { track, language: "en", ...part, controls: own.length / 3, ...nothing() };
});
function nothing() {
  return {
    unanswered: 0,
    unparsed: 0,
    withoutGold: 0,
    withGold: 0,
    withoutContext: 0,
    kinds: ["choice" as const],
  };
}

const plan = (design: (typeof designs)[number], sample: object) =>
  makeDesign({ sample, assignment: { design, people: 6, ratersPerCase: 2 }, threshold: 0.5 });

describe.each(designs)("a sample of all three, %s for all", (design) => {
  const asked = { quota: { Literary: 20 }, unsure: each, controls: { Literary: 5 } };
  const drawn = drawSample(plan(design, asked), frame);

  test("has its quotas of each in every cell, and no case in two of them", () => {
    if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
    const { cases, cells } = drawn.plan;
    const byKey = new Map<string, EligibleCase>(frame.map((one) => [one.track + one.key, one]));
    for (const cell of cells) {
      const given = cell.cases.map((place) => cases[place]!);
      const count = (stratum: string, track: string) =>
        given.filter((one) => one.stratum === stratum && one.track === track).length;
      expect([count("selected", "Literary"), count("control", "Literary"), given.length]).toEqual([
        20, 5, 35,
      ]);
      expect([count("unsure", "Literary"), count("unsure", "Drama")]).toEqual([6, 4]);
    }
    for (const { stratum, track, key } of cases)
      expect(stratumOf(byKey.get(track + key)!, plan(design, asked).frame.reference)).toBe(stratum);
    expect(new Set(cases.map(({ track, key }) => track + key)).size).toBe(cases.length);
  });
});

describe("the whole benchmark", () => {
  const gapsOf = (sample: object) => {
    const design = plan("same", sample);
    const facts = {
      benchmark: { slug: "harbour", name: "Harbour", isDemo: false, filters: [] },
      tracks: counts,
      referenceFound: true,
      sample: drawSample(design, frame),
      runs: [],
      comparatorUnanswered: null,
      unserved: null,
      reading: null,
      orders: null,
      sameTexts: null,
      localAddress: null,
    };
    return findWarnings(design, facts).flatMap(({ code, values }) =>
      code === "few_of_stratum" || code === "none_of_track" ? [{ code, values }] : [],
    );
  };

  test("is within reach of ten of each stratum with some of every track, and the plan says what lacks", () => {
    expect(gapsOf({ quota: each, unsure: each, controls: each })).toEqual([]);
    expect(gapsOf({ quota: each, controls: { Literary: 10 } })).toEqual([
      { code: "few_of_stratum", values: { stratum: "unsure", served: 0, needed: 10 } },
      { code: "none_of_track", values: { stratum: "control", track: "Drama" } },
    ]);
    // Nobody looks for it who asks about the selected cases alone.
    expect(gapsOf({ quota: each })).toEqual([]);
  });

  test("is within reach of the template with controls, some of every track and stratum for each person", () => {
    const { sample, assignment } = newDesign("controls", 1);
    const asked = sampledStrata.map((stratum) => Object.values(quotaOf(sample, stratum)));
    expect(asked.map((each) => each.reduce((sum, one) => sum + one, 0))).toEqual([10, 5, 10]);
    expect(Math.min(...asked.flat())).toBe(1);
    expect([countAsked(sample), countAsked(sample, "Drama")]).toEqual([25, 5]);
    const large = ["Literary", "Drama", "Expertise"].map((track) => ({
      track,
      cases: 900,
      selected: 300,
      unsure: 300,
      controls: 300,
    }));
    const served = (track: string, stratum: SampledStratum) =>
      (quotaOf(sample, stratum)[track] ?? 0) * countSets(assignment);
    expect(findReachGaps(listFrameCells(large, served))).toEqual([]);
  });

  test("needs no more of a stratum than there are", () => {
    const few = [{ track: "Literary", cases: 503, selected: 100, unsure: 3, controls: 400 }];
    const gaps = (unsure: number) =>
      findReachGaps(listFrameCells(few, (_track, stratum) => (stratum === "unsure" ? unsure : 10)));
    expect(gaps(3)).toEqual([]);
    expect(gaps(2)).toEqual([{ stratum: "unsure", track: null, served: 2, needed: 3 }]);
  });
});
