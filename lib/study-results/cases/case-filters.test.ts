import { describe, expect, test } from "vitest";
import {
  caseFilters,
  readCaseQuery,
  wholeList as everything,
  writeCaseQuery,
  type CaseQuery,
} from "#lib/study-results/cases/case-filters.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

describe("what the address asks for", () => {
  const rows = makeRandomRows({ people: 1, cases: 2, runs: 5, seed: 4 });
  const view = mainView("people");

  test("comes back as it was written", () => {
    const query: CaseQuery = {
      filter: "split",
      sure: { of: 4, from: 0.15000000000000002, to: 1 / 3, isAbove: true },
      find: "case-1",
      errorClass: "sarcasm missed & more",
      sort: { column: "run-3", descending: true },
      page: 2,
      models: [3, 1],
      against: 2,
    };
    const written = writeCaseQuery(view, query);
    const asked = Object.fromEntries([...written.keys()].map((name) => [name, written.getAll(name)]));
    expect(readCaseQuery(asked, rows)).toEqual(query);
    for (const filter of caseFilters)
      expect(readCaseQuery({ filter }, rows)).toEqual({ ...everything, filter });
  });

  test.each<[Parameters<typeof readCaseQuery>[0], CaseQuery["sure"]]>([
    [
      { sure: "people", from: "0", to: "0" },
      { of: "people", from: 0, to: 0, isAbove: false },
    ],
    [
      { sure: ["2", "3"], above: "0.5", from: "0.1", to: "1" },
      { of: 2, from: 0.5, to: 1, isAbove: true },
    ],
    [{ sure: "9", from: "0", to: "1" }, null],
    [{ sure: "everybody", from: "0", to: "1" }, null],
    [{ sure: "2", from: "0" }, null],
    [{ sure: "2", from: "", to: "1" }, null],
    [{ sure: "2", from: "0.6", to: "0.5" }, null],
    [{ sure: "2", from: "-1", to: "2" }, null],
    [{ from: "0", to: "1" }, null],
  ])("of how sure somebody was: %j", (asked, sure) => {
    expect(readCaseQuery(asked, rows)).toEqual({ ...everything, sure });
  });

  test("and makes no sense, asks for nothing", () => {
    const asked = { filter: "best", sort: "-run-9", page: "0", model: ["", "9", "x"], against: "-1" };
    expect(readCaseQuery(asked, rows)).toEqual(everything);
    expect(readCaseQuery({ model: ["1", "2", "2", "3", "4"] }, rows).models).toEqual([1, 2, 3]);
  });
});
