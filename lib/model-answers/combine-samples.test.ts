import { expect, test } from "vitest";
import { combineSamples } from "#lib/model-answers/combine-samples.ts";

const three = [
  [0.5, 0.3, 0.2],
  [0.4, 0.5, 0.1],
  [0.1, 0.6, 0.3],
];

test("most samples decide, each by its most probable option", () => {
  expect(combineSamples(three, "majority")).toEqual({ choice: 1, votes: [1, 2, 0], isTied: false });
});

test("of options with as many votes the more probable on average is chosen, and the tie is told", () => {
  const two = [
    [0.6, 0.4],
    [0.1, 0.9],
  ];
  expect(combineSamples(two, "majority")).toEqual({ choice: 1, votes: [1, 1], isTied: true });
});

test("within a sample the first of equally probable options is its vote", () => {
  expect(combineSamples([[0.5, 0.5]], "majority")).toEqual({ choice: 0, votes: [1, 0], isTied: false });
});

test("the mean is that of the distributions", () => {
  const mean = combineSamples(three, "mean");
  expect(mean).toEqual({ probabilities: [1 / 3, expect.closeTo(1.4 / 3, 12), expect.closeTo(0.2, 12)] });
});

test("without an answer there is none", () => {
  expect(combineSamples([], "majority")).toBeNull();
  expect(combineSamples([], "mean")).toBeNull();
});
