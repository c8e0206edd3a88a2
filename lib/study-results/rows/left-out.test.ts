import { expect, test } from "vitest";
import { findAllLeftOut } from "#lib/study-results/rows/left-out.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";

const cases = Array.from({ length: 12 }, (_, i) => makeCase(i));
const view = (changes: Partial<View> = {}): View => ({ ...mainView("people"), ...changes });

test("where everybody is left out it is said how many and why, for as long as nobody of them counts", () => {
  const unfinished = { state: "started" as const, cohort: "PhD" };
  const people = [
    makePerson(1, cases, undefined, unfinished),
    makePerson(2, cases, undefined, { ...unfinished, excludedReason: "by phone" }),
    makePerson(3, cases, undefined, { isSimulated: true }),
  ];
  const rows = makeRows({ cases, people });
  const reasons = [
    { reason: "by_hand", people: 1 },
    { reason: "incomplete", people: 2 },
  ];
  expect(findAllLeftOut(rows, view())).toEqual({ people: 2, reasons });
  for (const other of [view({ excluded: "with" }), view({ who: "simulated" }), view({ cohort: "MSc" })])
    expect(findAllLeftOut(rows, other)).toBeNull();
  const more = makeRows({ cases, people: [...people, makePerson(4, cases)] });
  expect(findAllLeftOut(more, view())).toBeNull();
  expect(findAllLeftOut(more, view({ cohort: "PhD" }))).toMatchObject({ people: 2 });
});
