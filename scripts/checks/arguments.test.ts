import { expect, test } from "vitest";
import { readArguments, shardArguments, findTestFiles } from "#scripts/checks/arguments.ts";

test("without arguments a run is the whole of what guards the product", () => {
  const run = readArguments([]);
  expect(run).toEqual({
    isThorough: false,
    shard: { at: 1, of: 1 },
    hasDurations: false,
    names: [],
    title: null,
  });
  expect(shardArguments(run.shard)).toEqual([]);
});

test("names, a title and options may be given together", () => {
  const run = readArguments(["--all", "lib/metrics", "--durations", "-t", "adds up", "e2e/staff"]);
  expect(run).toMatchObject({ isThorough: true, hasDurations: true, title: "adds up" });
  expect(run.names).toEqual(["lib/metrics", "e2e/staff"]);
});

test.each(["1/4", "4/4", "12/12"])("shard %s is passed on as it is", (which) => {
  expect(shardArguments(readArguments([`--shard=${which}`]).shard)).toEqual([`--shard=${which}`]);
});

test.each(["--shard", "--shard=", "--shard=0/4", "--shard=5/4", "--shard=2", "--shard=a/b", "--other"])(
  "%s is refused with how to write it",
  (argument) => {
    expect(() => readArguments([argument])).toThrow("usage: npm test -- [--shard=2/4]");
  },
);

const files = [
  "e2e/access-matrix/routes.http.test.ts",
  "e2e/staff/people.test.ts",
  "lib/metrics/scores/accuracy.test.ts",
  "lib/metrics/power/power.long.test.ts",
  "lib/users/queries.db.test.ts",
  "scripts/cli/cli.process.test.ts",
];

test("a name stands for all files below it, at whatever level", () => {
  expect(Object.fromEntries(findTestFiles(["e2e", "lib/users/queries"], files))).toEqual({
    http: [files[0]],
    browser: [files[1]],
    database: [files[4]],
  });
  expect([...findTestFiles(["./lib/metrics", "scripts/"], files).keys()]).toEqual([
    "unit",
    "long",
    "process",
  ]);
});

test("a name of nothing is refused", () => {
  expect(() => findTestFiles(["lib/metrics", "lib/metric/s"], files)).toThrow("lib/metric/s");
});

test("the project's own files are found", () => {
  const found = findTestFiles(["scripts/checks/arguments"]);
  expect([...found.values()]).toEqual([["scripts/checks/arguments.test.ts"]]);
});
