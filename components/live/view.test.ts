import { describe, expect, test } from "vitest";
import { readLiveQuery } from "#components/live/read-live-query.ts";
import {
  filtersOf,
  isLive,
  linePath,
  stateOf,
  writeLiveQuery,
  type SerializedSitting,
} from "#components/live/view.ts";

const begun = { state: "started", isDroppedOut: false } as SerializedSitting;
const inactive = { state: "started", isDroppedOut: true } as SerializedSitting;

describe("a study that is over", () => {
  test("has nobody in the middle, and nobody who dropped out since", () => {
    expect([stateOf(begun, "paused"), stateOf(inactive, "open")]).toEqual(["started", "droppedOut"]);
    for (const study of ["closed", "archived"] as const)
      expect([stateOf(begun, study), stateOf(inactive, study)]).toEqual(["unfinished", "unfinished"]);
    expect(stateOf({ ...begun, state: "submitted" }, "closed")).toBe("submitted");
  });

  test("is filtered by what there is, and by what was chosen while it ran", () => {
    expect(filtersOf("open", "all")).toContain("working");
    expect(filtersOf("open", "all")).not.toContain("unfinished");
    expect(filtersOf("closed", "all")).toEqual([
      "all",
      "consented",
      "submitted",
      "unfinished",
      "withdrawn",
      "excluded",
      "flagged",
    ]);
    expect(filtersOf("closed", "working")).toContain("working");
  });

  test("changes by itself only while simulated people are still under way", () => {
    const simulation = { state: "running", done: 1, total: 2 } as const;
    expect(isLive({ state: "paused", simulation: null })).toBe(true);
    expect(isLive({ state: "closed", simulation })).toBe(true);
    expect(isLive({ state: "closed", simulation: null })).toBe(false);
  });
});

test("an address that asks for nothing shows the first page of everybody", () => {
  const all = { page: 1, filter: "all", find: "" };
  expect(readLiveQuery({})).toEqual(all);
  expect(readLiveQuery({ page: "0", filter: "nobody", find: ["a", "b"] })).toEqual(all);
  expect(readLiveQuery({ page: "1e99", find: "x".repeat(61) })).toEqual(all);
  expect(readLiveQuery({ find: "a\0b" })).toEqual(all);
  expect(writeLiveQuery(readLiveQuery({}))).toBe("");
});

test("what is asked for survives being written and read", () => {
  const query = { page: 12, filter: "dropped_out", find: "k7 & co" } as const;
  const written = writeLiveQuery(query);
  expect(readLiveQuery(Object.fromEntries(new URLSearchParams(written)))).toEqual(query);
});

test("each step goes along, then up; after the last it stays level", () => {
  const steps = [
    [0, 1],
    [30, 3],
    [60, 4],
  ] as const;
  expect(linePath(steps, 120)).toBe("M0 100H0V75H25V25H50V0H100");
});

test("a single answer is a step at once", () => {
  expect(linePath([[0, 1]], 0)).toBe("M0 100H0V0H100");
});
