import { expect, test } from "vitest";
import { findArmProblems } from "#lib/studies/findings/problems.ts";
import { findArmWarnings } from "#lib/studies/findings/warnings.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

const plan = (arms: Arms, people = 20) => {
  const design = newDesign("personaeval", 1);
  return { ...design, assignment: { ...design.assignment, arms, people } };
};
const facts = (changes: object = {}) => ({
  arms: { cases: 10, unfit: 0, withoutProfiles: 0, uncut: [0, 0], fewOthers: 0, ...changes },
});
const codes = (found: readonly { code: string; values?: object }[]) =>
  found.map(({ code, values }) => [code, values]);

const context: Arms = {
  differ: "context",
  unit: "people",
  arms: [
    { name: "All", turns: null },
    { name: "Two", turns: 2 },
  ],
};
const told = (en: string, zh: string): Arms => ({
  differ: "instructions",
  unit: "people",
  arms: [
    { name: "A", instructions: { en: "", "zh-CN": "" } },
    { name: "B", instructions: { en, "zh-CN": zh } },
    { name: "C", instructions: { en: "Slowly.", "zh-CN": "" } },
  ],
});

test("cases that can’t be shown so keep a study from opening", () => {
  expect(findArmProblems(plan(context), facts())).toEqual([]);
  expect(
    codes(findArmProblems(plan(context), facts({ unfit: 2, fewOthers: 1, withoutProfiles: 10 }))),
  ).toEqual([
    ["arm_unfit_cases", { cases: 2, of: 10 }],
    ["arm_no_profiles", { of: 10 }],
    ["arm_few_others", { cases: 1, of: 10 }],
  ]);
});

test("an arm that adds something adds it in every language of the study", () => {
  expect(codes(findArmProblems(plan(told("Wait.", "等。")), {}))).toEqual([
    ["arm_half_instructions", { name: "C", language: "zh-CN" }],
  ]);
  const none = told("", "");
  none.arms.pop();
  expect(codes(findArmProblems(plan(none), {}))).toEqual([
    ["arm_no_instructions", { language: "en" }],
    ["arm_no_instructions", { language: "zh-CN" }],
  ]);
});

test("arms that differ less than it looks, or in size, are told", () => {
  expect(findArmWarnings(plan(context), facts())).toEqual([]);
  expect(codes(findArmWarnings(plan(context, 7), facts({ withoutProfiles: 3, uncut: [0, 4] })))).toEqual([
    ["arms_uneven", { people: 7, arms: 2, room: 8 }],
    ["arm_some_profiles", { cases: 3, of: 10 }],
    ["arm_uncut", { name: "Two", cases: 4, of: 10 }],
  ]);
});
