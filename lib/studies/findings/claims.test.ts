import { describe, expect, test } from "vitest";
import { findClaimProblems, type Facts } from "#lib/studies/findings/problems.ts";
import { findClaimWarnings } from "#lib/studies/findings/warnings.ts";
import { proposeSiblings } from "#lib/studies/run-names.ts";
import { designSchema, type Finding } from "#lib/studies/schema.ts";

const named = (model: string, method = "zero-shot", version = "") => ({ model, method, version });
const runs = [
  named("Lamp"),
  named("lamp", "few-shot"),
  named("LAMP", "zero-shot", "2"),
  named("lamplight"),
  named("Oar"),
  named("Puppet"),
].map((run) => ({ ...run, isFilter: run.model === "Oar", isFake: run.model === "Puppet", isPeople: false }));
const reference = { ...named("Lamp"), threshold: 0.9 };
const facts: Facts = {
  benchmark: { slug: "harbour", name: "Harbour", isDemo: false, filters: [] },
  tracks: [
    {
      track: "Literary",
      language: "en",
      cases: 100,
      selected: 20,
      unsure: 0,
      controls: 80,
      unanswered: 0,
      unparsed: 0,
      withoutGold: 0,
      withGold: 100,
      withoutContext: 0,
      kinds: ["choice"],
    },
  ],
  referenceFound: true,
  sample: null,
  runs,
  comparatorUnanswered: null,
  unserved: null,
  reading: null,
  orders: null,
  sameTexts: null,
  localAddress: null,
};
type PlanInput = { claims?: object; frame?: object; rules?: object };
const plan = ({ claims, frame = { reference }, rules = {} }: PlanInput) =>
  designSchema.parse({ benchmark: "harbour", frame, sample: { seed: 1 }, rules, claims });
const tell = ({ code, values }: Finding) => (values ? [code, values] : [code]);
const problems = (given: PlanInput, known: Partial<Facts> = {}) =>
  findClaimProblems(plan(given), { ...facts, ...known }).map(tell);
const warnings = (given: PlanInput, known: Partial<Facts> = {}) =>
  findClaimWarnings(plan(given), { ...facts, ...known }).map(tell);
const byName = (run: object) => ({ comparator: { by: "name", run } });
const unserved = { comparator: { by: "unserved_cases" } };

test("siblings are proposed by the model's name, however it is written, but never the run itself", () => {
  expect(proposeSiblings(reference, runs)).toEqual([runs[1], runs[2]]);
  expect(proposeSiblings(named(" oar "), runs)).toEqual([runs[4]]);
  expect(proposeSiblings(named("Oar"), runs)).toEqual([]);
});

describe("what keeps a study from opening", () => {
  test("is nothing of a plan that claims nothing, or names a run that is there", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ claims: {} })).toEqual([]);
    expect(problems({ claims: byName(named("lamplight")) })).toEqual([]);
    expect(problems({ claims: unserved }, { unserved: { cases: 80, isDecidable: true } })).toEqual([]);
  });

  test.each([
    ["isn't there any more", named("lamplight", "few-shot"), "comparator_gone", "lamplight · few-shot"],
    ["chose the cases", named("Lamp"), "comparator_selecting", "Lamp · zero-shot"],
    [
      "is a sibling of that one",
      named("LAMP", "zero-shot", "2"),
      "comparator_selecting",
      "LAMP · zero-shot · 2",
    ],
    ["filtered the benchmark", named("Oar"), "comparator_filter", "Oar · zero-shot"],
    ["no model made", named("Puppet"), "comparator_fake", "Puppet · zero-shot"],
  ])("is a comparator that %s", (_what, run, code, label) => {
    const siblings = [named("LAMP", "zero-shot", "2")];
    expect(problems({ claims: { ...byName(run), siblings } })).toEqual([[code, { run: label }]]);
  });

  test("is a sibling that is gone, where the cases were chosen by a run at all", () => {
    const claims = { ...unserved, siblings: [named("Lamp", "old")] };
    expect(problems({ claims })).toEqual([["sibling_gone", { run: "Lamp · old" }]]);
    expect(problems({ claims, frame: {} })).toEqual([]);
    expect(problems({ claims: { ...byName(named("Lamp")) }, frame: {} })).toEqual([]);
  });

  test("is that nobody is left to choose, or nothing to choose by", () => {
    const none = { unserved: { cases: 0, isDecidable: false } };
    expect(problems({ claims: unserved }, none)).toEqual([["no_unserved_cases"]]);
    const undecided = { unserved: { cases: 60, isDecidable: false } };
    expect(problems({ claims: unserved }, undecided)).toEqual([["no_candidate", { cases: 60 }]]);
  });

  test("is a stopping rule that nobody may look for", () => {
    const claims = { stopping: { halfWidth: 0.04, mostPeople: 20 } };
    expect(problems({ claims })).toEqual([["stopping_without_looking"]]);
    expect(problems({ claims, rules: { interim: true } })).toEqual([]);
  });
});

describe("what a reviewer would ask about", () => {
  const siblings = runs.slice(1, 3).map(({ model, method, version }) => named(model, method, version));

  test("is that nobody is named, and who else is of the selecting model", () => {
    expect(warnings({})).toEqual([
      ["no_comparator"],
      ["siblings_open", { count: 2, runs: "lamp · few-shot, LAMP · zero-shot · 2" }],
    ]);
    expect(warnings({ claims: { ...unserved, siblings } })).toEqual([]);
    expect(warnings({ claims: unserved, frame: {} })).toEqual([]);
  });

  test("is a sibling under a name of its own", () => {
    const claims = { ...unserved, siblings: [...siblings, named("lamplight")] };
    expect(warnings({ claims })).toEqual([
      ["sibling_other_model", { run: "lamplight · zero-shot", model: "Lamp" }],
    ]);
  });

  test("is a comparator with many gaps, or the best of few cases", () => {
    const claims = { ...byName(named("lamplight")), siblings };
    expect(warnings({ claims }, { comparatorUnanswered: 5 })).toEqual([]);
    expect(warnings({ claims }, { comparatorUnanswered: 6 })).toEqual([
      ["comparator_unanswered", { run: "lamplight · zero-shot", unanswered: 6, cases: 100 }],
    ]);
    const few = { unserved: { cases: 49, isDecidable: true } };
    expect(warnings({ claims: { ...unserved, siblings } }, few)).toEqual([["few_unserved", { cases: 49 }]]);
  });

  test("is a stopping rule with more people than there are places", () => {
    const claims = { ...unserved, siblings, stopping: { halfWidth: 0.04, mostPeople: 60 } };
    expect(warnings({ claims })).toEqual([["stopping_beyond_places", { most: 60, people: 20 }]]);
  });
});
