import { expect, test } from "vitest";
import { SampleCases } from "#lib/benchmarks/case-files/sample-cases.ts";

const sample = (track: string, said: string) => ({
  track,
  kind: "choice" as const,
  language: "en",
  content: { said },
  names: ["Anna", "Boris"],
});
const choose = (...given: [track: string, said: string][]) => {
  const samples = new SampleCases();
  for (const [track, said] of given) samples.take(sample(track, said));
  return samples.choose().map(({ track, content }) => `${track} ${(content as { said: string }).said}`);
};

test("three cases, one of each track where there are so many", () => {
  expect(choose(["A", "1"], ["A", "2"], ["A", "3"], ["A", "4"])).toEqual(["A 1", "A 2", "A 3"]);
  expect(choose(["A", "1"], ["A", "2"], ["A", "3"], ["B", "1"])).toEqual(["A 1", "A 2", "B 1"]);
  expect(choose(["A", "1"], ["B", "1"], ["C", "1"], ["D", "1"])).toEqual(["A 1", "B 1", "C 1"]);
  expect(choose()).toEqual([]);
});

test("a case too long to be kept is passed over", () => {
  expect(choose(["A", "x".repeat(70_000)], ["A", "2"])).toEqual(["A 2"]);
});
