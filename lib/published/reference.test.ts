import { expect, test } from "vitest";
import { findReference, isSameModel } from "#lib/published/reference.ts";

test("all tracks of the paper have its overall table and the 90.8 % of people as printed", () => {
  const found = findReference(["Literary", "Drama", "Expertise"]);
  expect(found).toMatchObject({
    cases: 28_565,
    people: { value: 0.908, answers: 1000, cases: 50, isPrinted: true },
  });
  expect(found?.models).toHaveLength(19);
  // What doesn't fit inside the paper is noted where the row is shown.
  const noted = found?.models.filter(({ findings }) => findings.length > 0).map(({ name }) => name);
  expect(noted).toEqual(["GLM-4.5"]);
});

test("one track has its own table, and the people who are computed from what is printed", () => {
  expect(findReference(["Drama"])).toMatchObject({
    cases: 1658,
    people: { value: 0.6, answers: 60, cases: 3, isPrinted: false },
  });
});

test.each([[["Literary", "Drama"]], [["Harbour"]], [["Literary", "Drama", "Expertise", "Harbour"]], [[]]])(
  "%j are not what the paper printed figures of",
  (tracks) => {
    expect(findReference(tracks)).toBeNull();
  },
);

test.each([
  ["gpt-4o", "", true],
  ["GPT 4o", "", true],
  ["gpt-4o-2024-08-06", "", true],
  ["gpt-4o", "2024-08-06", true],
  ["gpt-4o", "2024-11-20", false],
  ["gpt-4o-2024-11-20", "", false],
  ["gpt-4o-mini", "", false],
  ["o4", "", false],
])("%s %j is the GPT-4o that was printed: %s", (model, version, isSame) => {
  const printed = findReference(["Drama"])?.models.find(({ name }) => name === "GPT-4o");
  expect(printed && isSameModel({ model, version }, printed)).toBe(isSame);
});
