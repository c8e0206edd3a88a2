import { expect, test } from "vitest";
import { groupReplicates } from "#lib/model-runs/comparison/replicates.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";

const row = (id: number, model: string, replicate: number | null, more: Partial<RunRow["run"]> = {}) =>
  ({ run: { id, model, method: "zero-shot", isFake: false, replicate, ...more } }) as RunRow;
const told = (rows: readonly RunRow[]) =>
  groupReplicates(rows).map((group) => [group.model, group.rows.map(({ run }) => run.id), group.doubled]);

test("runs of one model and method are put together in their order; those without a number, of another method or made up apart", () => {
  const rows = [
    row(1, "b", 2),
    row(2, "a", null),
    row(3, "a", 1),
    row(4, "b", 1),
    row(5, "b", 3, { method: "few-shot 3" }),
    row(6, "b", 1, { isFake: true }),
  ];
  expect(told(rows)).toEqual([
    ["b", [4, 1], null],
    ["a", [3], null],
    ["b", [5], null],
    ["b", [6], null],
  ]);
});

test("a number that stands twice is named", () => {
  expect(told([row(1, "a", 2), row(2, "a", 1), row(3, "a", 2)])).toEqual([["a", [2, 1, 3], 2]]);
});
