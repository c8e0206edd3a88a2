import { expect, it } from "vitest";
import { listConsequences } from "#components/builder/consequences.ts";
import { assignmentSchema } from "#lib/studies/schema.ts";

const sample = { quota: { Drama: 3, Literary: 45, Expertise: 0 }, controls: { Literary: 2 } };
const there = [
  { track: "Literary", selected: 400, unsure: 60, controls: 9000 },
  { track: "Drama", selected: 100, unsure: 0, controls: 50 },
];
const come = (assignment: object) => listConsequences(assignmentSchema.parse(assignment), sample, there);

it("needs each case once for everybody", () => {
  expect(come({ design: "same", people: 20 })).toEqual({
    cells: 1,
    perPerson: 50,
    linked: 0,
    perArm: 20,
    answers: 1000,
    raters: [20, 20],
    needs: [
      { track: "Literary", stratum: "selected", perPerson: 45, needed: 45, there: 400 },
      { track: "Drama", stratum: "selected", perPerson: 3, needed: 3, there: 100 },
      { track: "Literary", stratum: "control", perPerson: 2, needed: 2, there: 9000 },
    ],
  });
});

it("uses cases again where everybody's own are more than there are", () => {
  expect(come({ design: "own", people: 20 })).toMatchObject({ cells: 20, raters: [1, 3] });
  expect(come({ design: "own", people: 8 })).toMatchObject({ raters: [1, 1] });
});

it("spreads people evenly over blocks", () => {
  expect(come({ design: "blocks", people: 20, ratersPerCase: 3 })).toMatchObject({
    cells: 7,
    raters: [2, 3],
  });
  expect(come({ design: "blocks", people: 22, ratersPerCase: 10 })).toMatchObject({
    cells: 3,
    raters: [7, 8],
  });
});

it("counts a linked case once, however many blocks it stands in", () => {
  const assignment = assignmentSchema.parse({ design: "blocks", people: 12, ratersPerCase: 4 });
  const found = listConsequences(assignment, { ...sample, linked: { Literary: 5 } }, there);
  expect(found).toMatchObject({ cells: 3, perPerson: 50, linked: 5, answers: 600, raters: [4, 4] });
  expect(found?.needs.map(({ needed }) => needed)).toEqual([125, 9, 6]);
  const same = listConsequences(
    { ...assignment, design: "same" },
    { ...sample, linked: { Literary: 5 } },
    there,
  );
  expect(same?.linked).toBe(0);
});

it("knows nothing of what nobody has counted", () => {
  const assignment = assignmentSchema.parse({ design: "own", people: 20 });
  const found = listConsequences(assignment, sample, []);
  expect(found?.needs.map(({ there: counted }) => counted)).toEqual([null, null, null]);
  expect(found?.raters).toEqual([1, 1]);
});

it("has nothing to say while a number is missing", () => {
  const assignment = assignmentSchema.parse({ design: "blocks" });
  expect(listConsequences({ ...assignment, people: 0 }, sample, there)).toBeNull();
  expect(listConsequences({ ...assignment, ratersPerCase: 2.5 }, sample, there)).toBeNull();
});
