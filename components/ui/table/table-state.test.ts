import { describe, expect, test } from "vitest";
import { arrange, nextSorting, parseSorting, writeSorting } from "#components/ui/table/table-state.ts";

const rows = [
  { id: "b", text: "Bo Admin", sort: { name: "Bo", runs: 10 } },
  { id: "a", text: "Ann Researcher", sort: { name: "ann", runs: null } },
  { id: "c", text: "Cy Researcher", sort: { name: "Cy", runs: 9 } },
];
const order = (sort: string | null, filter = "") =>
  arrange(rows, parseSorting(sort, ["name", "runs"]), filter).map((row) => row.id);

describe("a table's state", () => {
  test("keeps the given order until a column is chosen", () => {
    expect(order(null)).toEqual(["b", "a", "c"]);
  });

  test("sorts words without regard to case and numbers by value", () => {
    expect(order("name")).toEqual(["a", "b", "c"]);
    expect(order("runs")).toEqual(["c", "b", "a"]);
  });

  test("puts missing values last in both directions", () => {
    expect(order("-runs")).toEqual(["b", "c", "a"]);
  });

  test("keeps the rows that hold every word of the filter", () => {
    expect(order(null, " RESEARCHER ann ")).toEqual(["a"]);
    expect(order("-name", "researcher")).toEqual(["c", "a"]);
  });

  test("leaves the rows it was given as they were", () => {
    order("name");
    expect(rows.map((row) => row.id)).toEqual(["b", "a", "c"]);
  });

  test("ignores a column it does not know", () => {
    expect(parseSorting("-password", ["name"])).toBeNull();
  });

  test("goes up, down and back, and survives the address", () => {
    const up = nextSorting(null, "name");
    const down = nextSorting(up, "name");
    expect([writeSorting(up), writeSorting(down), nextSorting(down, "name")]).toEqual([
      "name",
      "-name",
      null,
    ]);
    expect(parseSorting(writeSorting(down), ["name"])).toEqual(down);
  });
});
