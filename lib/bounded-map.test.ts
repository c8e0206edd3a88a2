import { expect, test } from "vitest";
import { listCaches } from "#lib/monitoring/caches.ts";
import { BoundedMap } from "#lib/bounded-map.ts";

test("what was set longest ago is forgotten first, and what is set again is new", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
  expect(map.get("b")).toBeUndefined();
});

test("under a name it is counted: what was found, what wasn’t, and what had to go", () => {
  const map = new BoundedMap<string, number>(2, "of this test").set("a", 1).set("b", 2).set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, 2, 3]);
  expect(listCaches().find(({ name }) => name === "of this test")).toEqual({
    name: "of this test",
    entries: 2,
    mostEntries: 2,
    hits: 2,
    misses: 1,
    evictions: 1,
  });
});
