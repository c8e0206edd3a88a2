import { expect, test } from "vitest";
import { renderPreregistration } from "#lib/reports/preregistration/write.ts";
import { claims, imaginePlanned, written } from "#lib/reports/testing/planned.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { designSchema } from "#lib/studies/schema.ts";

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
  const planned = { ...imaginePlanned({ assignment, claims }), power: armedPower };
  const text = renderPreregistration(planned, "text");
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
  expect(renderPreregistration(unnamed, "text")).toContain(
    "H1: The accuracy of people differs between the two arms",
  );
  const { plan: unclaimed } = imaginePlanned({ assignment });
  expect(renderPreregistration({ ...planned, plan: unclaimed }, "text")).not.toContain("H1");
  expect(renderPreregistration(imaginePlanned({ claims }), "text")).not.toMatch(/\barms?\b/i);
  // What a registry was given of a plan without arms stays as it was.
  const before = renderPreregistration(imaginePlanned({ claims: { ...claims, comparator: null } }), "text");
  expect(before).toContain("so no hypothesis is stated about a difference: every comparison");
});

test("words of arms are quoted in every language that the study has, and several pairs are adjusted", () => {
  const names = ["Plain", "Slow", "Sure"];
  const instructions = ["", "Take your **time**.", "Be sure."];
  const arms = names.map((name, at) => ({ name, instructions: { en: instructions[at], "zh-CN": "" } }));
  const { assignment } = armed({ arms: { differ: "instructions", arms } });
  const { plan: planned, ...rest } = imaginePlanned({ assignment, claims });
  const en = { title: "T", welcome: "W", consent: "C", instructions: "I", debrief: "D" };
  const words = { ...planned.design.words, en: { ...planned.design.words.en, ...en } };
  const text = renderPreregistration(
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
  const of = (arms: object) =>
    renderPreregistration(imaginePlanned({ assignment: armed({ arms }).assignment }), "text");
  const context = of({
    differ: "context",
    unit: "cases",
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
