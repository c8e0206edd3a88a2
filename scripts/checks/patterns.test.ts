import { expect, test } from "vitest";
import { findPatterns, isSlow, patternsOf } from "#scripts/checks/patterns.ts";

// By their text, with the reason for each: what they read is short, or the project's own.
const justified = new Set([
  // The project's own sources.
  String.raw`^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"`,
]);

test("no pattern takes more than linear time", () => {
  const slow = findPatterns().filter((pattern) => isSlow(pattern));
  const found = slow.filter(({ source }) => !justified.has(source));
  expect(found.map(({ place, source }) => `${place} /${source}/`)).toEqual([]);
  expect(new Set(slow.map(({ source }) => source))).toEqual(justified);
});

test("a slow pattern is found with its file and its line", () => {
  const text = String.raw`const [a, b] = [1, 2];
const heading = /^#\s+(.*?)\s*#*$/;
const plain = a / b + a / b;
const end = /-+$/u;
const words = /\S+/g;`;
  expect(
    patternsOf("lib/x.ts", text)
      .filter(isSlow)
      .map(({ place }) => place),
  ).toEqual(["lib/x.ts:2", "lib/x.ts:4"]);
});
