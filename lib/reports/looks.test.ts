import { expect, test } from "vitest";
import type { Look } from "#lib/audit/queries.ts";
import { formatLooks, findOtherEnd, noteLooks } from "#lib/reports/looks.ts";
import { imagineRecord } from "#lib/reports/testing/reports.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";
import type { StudyState } from "#lib/studies/schema.ts";

const cases = Array.from({ length: 10 }, (_, i) => makeCase(i));
const people = Array.from({ length: 12 }, (_, i) => makePerson(i + 1, cases));
const look = (day: number, person: number, finished: number, as: Look["as"] = "admin"): Look => ({
  at: new Date(Date.UTC(2026, 10, day)),
  person,
  as,
  finished,
});
const looks = [look(3, 1, 5), look(3, 2, 5, "researcher"), look(3, 1, 6), look(3, 1, 7), look(5, 1, 12)];

function factsOf({ interim = true, planned = 40, state = "closed" as StudyState } = {}) {
  const parts = { rules: { interim }, assignment: { people: planned } };
  const rows = makeRows({ cases, people, state, parts });
  return { rows, view: mainView("people"), record: { ...imagineRecord(rows), looks } };
}

test("every look is listed, by a number for each person, with the day and how many had finished", () => {
  expect(noteLooks(factsOf())).toEqual([
    "Interim looks, person 1 (admin): 2026-11-03 with 5–7 finished and 2026-11-05 with 12 finished.",
    "Interim looks, person 2 (researcher): 2026-11-03 with 5 finished.",
  ]);
});

test("methods say who looked at results, and how the study closed", () => {
  const early = formatLooks(factsOf()).join(" ");
  expect(early).toContain(
    "People who looked: 2, with 5–7 and 12 participants finished, from 2026-11-03 to 2026-11-05.",
  );
  expect(early).toContain("did not end as planned (12 participants finished, 40 planned)");
  expect(formatLooks(factsOf({ planned: 12 })).join(" ")).toContain("The study closed as planned");
  expect(formatLooks(factsOf({ state: "open" })).join(" ")).not.toContain("closed");
  const facts = factsOf();
  expect(formatLooks({ ...facts, record: { ...facts.record, looks: [] } })).toContain(
    "No look at them is recorded.",
  );
  expect(formatLooks(factsOf({ interim: false }))).toEqual([
    "No results were shown before the study closed.",
  ]);
  expect(formatLooks({ ...facts, view: mainView("simulated") })).toEqual([]);
});

test("that it closed early is what the frozen plan lacks", () => {
  expect(findOtherEnd(factsOf())).toHaveLength(1);
  for (const planned of [{ planned: 12 }, { interim: false }, { state: "open" as const }])
    expect(findOtherEnd(factsOf(planned))).toEqual([]);
});
