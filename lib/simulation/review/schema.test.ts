import { expect, test } from "vitest";
import { reviewSimulationInput } from "#lib/simulation/review/schema.ts";

const form = {
  slug: "first-look",
  annotators: "98, 94.5，88",
  reviewers: "",
  auditors: "1",
  acceptable: "75",
  seed: "7",
};
const read = (given: Partial<typeof form>) => {
  const { data, error } = reviewSimulationInput.safeParse({ ...form, ...given });
  return data ?? error?.issues.map(({ path: [name], message }) => [name, message]);
};

test("what a form says in per cent becomes shares, with either comma", () =>
  expect(read({})).toMatchObject({
    annotators: [0.98, 0.945, 0.88],
    reviewers: [],
    acceptable: 0.75,
    seed: 7,
  }));

test.each([
  [{ annotators: "" }, "annotators", "empty"],
  [{ annotators: "98, many" }, "annotators", "percent"],
  [{ reviewers: "101" }, "reviewers", "percent"],
  [{ acceptable: "" }, "acceptable", "percent"],
  [{ auditors: "1.5" }, "auditors", "whole"],
  [{ auditors: "21" }, "auditors", "too_large"],
])("%j is refused at its field", (given, name, code) => expect(read(given)).toEqual([[name, code]]));
