import { expect, test } from "vitest";
import { asArguments, readShard, wholeRun } from "#scripts/checks/shard.ts";

test("without a shard a run is the whole, and no program is told of any", () => {
  expect(readShard([])).toEqual(wholeRun);
  expect(asArguments(wholeRun)).toEqual([]);
  expect(asArguments(readShard(["--shard=1/1"]))).toEqual([]);
});

test.each(["1/4", "4/4", "12/12"])("shard %s is passed on as it is", (which) => {
  expect(asArguments(readShard([`--shard=${which}`]))).toEqual([`--shard=${which}`]);
});

test.each([
  "--shard",
  "--shard=",
  "--shard=0/4",
  "--shard=5/4",
  "--shard=2",
  "--shard=a/b",
  "--other",
  "2/4",
])("%s is refused with how to write it", (argument) => {
  expect(() => readShard([argument])).toThrow("npm test -- --shard=2/4");
  expect(() => readShard(["--shard=1/2", argument])).toThrow("npm test -- --shard=2/4");
});
