import { expect, test } from "vitest";
import { findTestFiles } from "#scripts/checks/test-files.ts";

const files = [
  "e2e/access-matrix/routes.http.test.ts",
  "e2e/staff/people.test.ts",
  "lib/metrics/scores/accuracy.test.ts",
  "lib/users/queries.db.test.ts",
  "scripts/cli/cli.process.test.ts",
];

test("a name stands for all files below it, at whatever level", () => {
  expect(Object.fromEntries(findTestFiles(["e2e", "lib/users/queries"], files))).toEqual({
    http: [files[0]],
    browser: [files[1]],
    database: [files[3]],
  });
  expect([...findTestFiles(["./lib/metrics", "scripts/"], files).keys()]).toEqual(["unit", "process"]);
});

test("a name of nothing is refused", () => {
  expect(() => findTestFiles(["lib/metrics", "lib/metric/s"], files)).toThrow("lib/metric/s");
});

test("the project's own files are found", () => {
  const found = findTestFiles(["scripts/checks/test-files"]);
  expect([...found.values()]).toEqual([["scripts/checks/test-files.test.ts"]]);
});
