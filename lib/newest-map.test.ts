import { expect, test } from "vitest";
import { NewestMap } from "#lib/newest-map.ts";

test("what was set longest ago is forgotten first, and what is set again is new", () => {
  const map = new NewestMap<string, number>(2).set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
  expect(map.get("b")).toBeUndefined();
});
