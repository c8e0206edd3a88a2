import { describe, expect, test } from "vitest";
import { filtersOf, isLive, stateOf, type SerializedSitting } from "#components/live/view.ts";

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
