import { describe, expect, test } from "vitest";
import {
  caseFilters,
  readCaseQuery,
  writeCaseQuery,
  type CaseQuery,
} from "#lib/study-results/case-filters.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const everything: CaseQuery = { filter: "all", find: "", sort: null, page: 1, models: [], against: null };

describe("what the address asks for", () => {
  const rows = makeRandomRows({ people: 1, cases: 2, runs: 5, seed: 4 });
  const view = mainView("people");

  test("comes back as it was written", () => {
    const query: CaseQuery = {
      filter: "split",
      find: "case-1",
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

  test("and makes no sense, asks for nothing", () => {
    const asked = { filter: "best", sort: "-run-9", page: "0", model: ["", "9", "x"], against: "-1" };
    expect(readCaseQuery(asked, rows)).toEqual(everything);
    expect(readCaseQuery({ model: ["1", "2", "2", "3", "4"] }, rows).models).toEqual([1, 2, 3]);
  });
});
