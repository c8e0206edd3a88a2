import { beforeAll, expect, test } from "vitest";
import { own, type Planned } from "#lib/reports/preregistration/planned.ts";
import { writePreregistration } from "#lib/reports/preregistration/write.ts";
import type { Claims } from "#lib/studies/claims-schema.ts";
import { describeTask } from "#lib/studies/frame/planned-task.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const lamp = { model: "lamp", method: "zero-shot", version: "" };
const claims: Claims = {
  comparator: { by: "name", run: { ...lamp, model: "lens" } },
  margin: 0.05,
  epsilon: 0.2,
  siblings: [{ ...lamp, method: "few-shot" }],
  stopping: { halfWidth: 0.04, mostPeople: 60 },
};
const written = {
  benchmark: "harbour",
  frame: { tracks: ["Literary"], reference: { ...lamp, threshold: 0.8 } },
  sample: { seed: 7, quota: { Literary: 12 } },
  assignment: { people: 6 },
  rules: { interim: true, failedChecks: 1, haste: { seconds: 5, share: 0.25 } },
};
const hash = "0f".repeat(32);

const said = { title: "", welcome: "", consent: "", instructions: "", debrief: "" };
const texts = { en: said, "zh-CN": said };

let power: Planned["power"];
beforeAll(async () => {
  power = await computePower(designSchema.parse(written), [
    { track: "Literary", cases: 40, selected: 40, controls: 0 },
  ]);
});

type Eligible = Planned["plan"]["eligible"][number];
const describe = (track: Eligible) => ({ eligible: [track], task: describeTask([track]) });

function plan(changes: Partial<Design> = {}): Planned {
  return {
    ...{ title: "Who * speaks?", slug: "who-speaks", power },
    plan: {
      texts,
      design: { ...designSchema.parse(written), ...changes },
      benchmark: { slug: "harbour", name: "Harbour" },
      comparator: null,
      ...describe({ track: "Literary", language: "en", cases: 90, selected: 40, controls: 0 }),
      sample: {
        counts: [{ stratum: "selected", track: "Literary", cases: 12 }],
        ...{ cells: { count: 1, capacity: 6 }, digest: "ab".repeat(32) },
      },
    },
    frozen: { at: new Date("2026-03-04T05:06:07Z"), hash, software: "1.2.3" },
  };
}

const armed = (assignment: object) =>
  designSchema.parse({ ...written, assignment: { people: 6, ...assignment } });
const inTwo = {
  differ: "profiles",
  arms: [
    { name: "Told", profiles: true },
    { name: "Untold", profiles: false },
  ],
};

test("arms are described one by one, with what is tested of them and how small a difference is found", async () => {
  const { assignment } = armed({ people: 24, arms: inTwo });
  const tracks = [{ track: "Literary", cases: 40, selected: 40, controls: 0 }];
  const armedPower = await computePower({ ...designSchema.parse(written), assignment }, tracks);
  const planned = { ...plan({ assignment, claims }), power: armedPower };
  const text = writePreregistration(planned, "text");
  for (const said of [
    "Participants are divided at random among 2 arms, which differ in whether profiles are shown and in nothing else",
    "Arm 1, “Told”: candidates are shown with their profiles.",
    "Arm 2, “Untold”: candidates are shown by name alone.",
    "H5: The accuracy of people differs between the two arms, on the same cases",
    "the difference over the cases that have answers under both",
    "each of 2 arms has 12 participants and 144 answers",
    "the interval of their difference reaches about",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("(Holm). A model that is asked");

  const unnamed = {
    ...planned,
    plan: { ...planned.plan, design: { ...planned.plan.design, claims: { ...claims, comparator: null } } },
  };
  expect(writePreregistration(unnamed, "text")).toContain(
    "H1: The accuracy of people differs between the two arms",
  );
  const { plan: unclaimed } = plan({ assignment });
  expect(writePreregistration({ ...planned, plan: unclaimed }, "text")).not.toContain("H1");
  expect(writePreregistration(plan({ claims }), "text")).not.toMatch(/\barms?\b/i);
});

test("words of arms are quoted in every language that the study has, and several pairs are adjusted", () => {
  const names = ["Plain", "Slow", "Sure"];
  const instructions = ["", "Take your **time**.", "Be sure."];
  const arms = names.map((name, at) => ({ name, instructions: { en: instructions[at], "zh-CN": "" } }));
  const { assignment } = armed({ arms: { differ: "instructions", arms } });
  const { plan: planned, ...rest } = plan({ assignment, claims });
  const en = { title: "T", welcome: "W", consent: "C", instructions: "I", debrief: "D" };
  const words = { ...planned.design.words, en: { ...planned.design.words.en, ...en } };
  const text = writePreregistration(
    { ...rest, plan: { ...planned, design: { ...planned.design, words } } },
    "text",
  );
  for (const said of [
    "Arm 1, “Plain”: nothing is added to the instructions of the study.",
    "Arm 2, “Slow”: after the instructions of the study, participants read: “Take your **time**.”",
    "one hypothesis for each of 3 pairs",
    "adjusted over the pairs (Holm)",
  ])
    expect(text).toContain(said);
});

test("what arms show of a case, and what is divided, is told in its own words", () => {
  const of = (arms: object) => writePreregistration(plan({ assignment: armed({ arms }).assignment }), "text");
  const context = of({
    ...{ differ: "context", unit: "cases" },
    arms: [null, 0, 1, 4].map((turns) => ({ name: `${turns}`, turns })),
  });
  for (const said of [
    "In each sitting the cases are divided at random among 4 arms",
    "all turns are shown",
    "no turn is shown before",
    "1 turn is shown before",
    "at most 4 turns are shown before",
    "and over people, who are in both",
  ])
    expect(context).toContain(said);
  const distractors = of({
    differ: "distractors",
    arms: [
      { name: "A", distractors: "near" },
      { name: "B", distractors: "random" },
    ],
  });
  expect(distractors).toContain("the candidates that the case has are offered");
  expect(distractors).toContain("drawn by the seed of the sample");
  const translation = of({
    differ: "translation",
    arms: [
      { name: "A", translation: true },
      { name: "B", translation: false },
    ],
  });
  expect(translation).toContain("texts may be translated");
  expect(translation).toContain("asked not to have texts translated");
});

test("cases that come again are told, where the plan has any", () => {
  const { sample } = designSchema.parse(written);
  const told = writePreregistration(plan({ sample: { ...sample, repeats: 3 } }), "text");
  expect(told).toContain("Each participant gets 3 cases a second time");
  expect(writePreregistration(plan(), "text")).not.toContain("a second time");
});

test("a plan with claims says what is hypothesized, how it is tested, and by which plan", () => {
  const text = writePreregistration(plan({ claims }), "text");
  for (const said of [
    hash,
    "frozen on 2026-03-04 at 05:06 UTC by Benchside 1.2.3",
    "rules of version 2",
    "H1: The accuracy of people differs from that of lens (zero-shot)",
    "H2: People and lens (zero-shot) are equivalent",
    "H3: lens (zero-shot) is not inferior to people",
    "H4: The consensus of people",
    "Margin of equivalence and non-inferiority: 5.0 percentage points",
    "errors of lamp (zero-shot)",
    "no ranking and no test: lamp (few-shot)",
    "Drawn from Literary, selected cases: 12 cases.",
    "Seed of the sample: 7",
    "more than 1 attention check are excluded",
    "at most 4.0 percentage points, or when 60 participants count",
    "narrowest at about 60 participants",
    "with epsilon 0.2",
    "percentage points wide",
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/[*`]{2}|^#|\bundefined\b/m);
});

test("a plan without claims hypothesizes nothing, and one that names no model nothing of a difference", () => {
  const unclaimed = writePreregistration(plan(), "text");
  expect(unclaimed).toContain("The plan states no hypotheses");
  expect(unclaimed).not.toMatch(/H1|epsilon|Margin/);
  const named = { ...claims, comparator: null, stopping: null };
  const text = writePreregistration(plan({ claims: named }), "text");
  expect(text).toContain("no hypothesis is stated about a difference");
  expect(text).toContain("there is no rule for stopping earlier");
  expect(text).not.toContain("H1");
  const unserved = writePreregistration(
    plan({ claims: { ...claims, comparator: { by: "unserved_cases" } } }),
    "text",
  );
  expect(unserved).toContain("differs from that of the comparator on the same cases");
  expect(unserved).toContain("on cases of the frame that no participant is given");
});

test("a comparator that opening chose is named with how it came out", () => {
  const planned = plan({ claims: { ...claims, comparator: { by: "unserved_cases" } } });
  const run = { ...lamp, model: "prism" };
  const best = [{ ...run, answered: 200, right: 180, accuracy: 0.9 }];
  const unserved = { rule: "The best.", cases: 200, candidates: 3, best };
  const comparator = { run: { ...run, ranAt: null, results: [] }, unserved };
  const text = writePreregistration({ ...planned, plan: { ...planned.plan, comparator } }, "text");
  expect(text).toContain("H1: The accuracy of people differs from that of prism (zero-shot)");
  expect(text).toContain("this was prism (zero-shot), with 180 right of 200 such cases, out of 3 runs");
});

test("a draft says so, and names have no marks of Markdown", () => {
  const draft = writePreregistration({ ...plan({ claims }), frozen: null }, "md");
  expect(draft.split("\n").slice(0, 3)).toEqual([
    "# Preregistration: Who \\* speaks?",
    "",
    "DRAFT, NOT FROZEN YET. This is the plan of the study (who-speaks) as it stands; anything in it may change until the study opens.",
  ]);
  expect(draft).not.toContain(hash);
  expect(draft.match(/^## /gm)).toHaveLength(10);
});

test("a plan of two kinds says what is read before each, in the study's own words or the usual ones", () => {
  const { plan: planned, ...rest } = plan();
  const whole = { ...said, title: "T", welcome: "W", consent: "C", instructions: "I", debrief: "D" };
  const en = { ...whole, parts: { rating: "From here on you **rate**." } };
  const told = writePreregistration(
    {
      ...rest,
      plan: {
        ...planned,
        design: { ...planned.design, words: { ...planned.design.words, en } },
        texts: { ...texts, en },
        task: describeTask([{ cases: 90 }, { cases: 9, kinds: ["rating"], withGold: 0 }]),
      },
    },
    "text",
  );
  expect(told).toContain("of the kind “Ratings” participants read: “From here on you **rate**.”");
  expect(told).toContain("of the kind “Choice” participants read: “In this part you say who is speaking");
  expect(writePreregistration(plan(), "text")).not.toContain("of the kind “");
});

test("where no answer is right, nothing is said of accuracy, and each kind says what it comes to", () => {
  const sayOf = (kind: KindName) => {
    const track = { track: "Silver", language: "en", cases: 90, selected: 90, controls: 0 };
    const { plan: planned, ...rest } = plan({ claims });
    const judged = { ...planned, ...describe({ ...track, kinds: [kind], withGold: 0 }) };
    const text = writePreregistration({ ...rest, plan: judged }, "text");
    const upToPower = text.slice(0, text.indexOf("\nPOWER\n"));
    expect(upToPower).not.toMatch(/accuracy of people|H1|McNemar|MOVER|choose one of its options/i);
    expect(upToPower).toContain(own(`${kind}.asked`));
    return upToPower;
  };
  expect(sayOf("rating")).toContain("Mean ratings by origin");
  expect(sayOf("label")).toContain("Shares of each answer");
  expect(sayOf("texts")).toContain("Shares of each answer");
  expect(sayOf("pair")).toContain("Bradley and Terry");
  expect(sayOf("traits")).toContain("1 − Σ|r − g| / 10");
  expect(sayOf("rating")).toContain("with epsilon 0.2");
  expect(sayOf("label")).not.toContain("epsilon");
});
