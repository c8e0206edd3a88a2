import { expect, test } from "vitest";
import { readModelName } from "#lib/fake-models/scripts.ts";

test.each([
  ["fake-70", { sure: 70, script: null, every: 1, tries: null }],
  ["fake-0", { sure: 0, script: null, every: 1, tries: null }],
  ["fake-100-sum-97", { sure: 100, script: "sum-97", every: 1, tries: null }],
  ["fake-70-rate-first-2", { sure: 70, script: "rate", every: 1, tries: 2 }],
  ["fake-70-rate-after-every-20", { sure: 70, script: "rate-after", every: 20, tries: 1 }],
  ["fake-70-cut-dirty-every-20-first-3", { sure: 70, script: "cut-dirty", every: 20, tries: 3 }],
])("%s is a name", (name, model) => {
  expect(readModelName(name)).toEqual(model);
});

test.each([
  "",
  "gpt-4o",
  "fake",
  "fake-101",
  "fake-70-",
  "fake-70-nonsense",
  "fake-70-every-20",
  "fake-70-first-2",
  "fake-70-rate-every-0",
  "fake-70-rate-first-0",
  "fake-70-toString",
])("%j is none", (name) => {
  expect(readModelName(name)).toBeNull();
});
