import { expect, test } from "vitest";
import { writeOwn } from "#lib/demo/own-address.ts";
import { compareOwn, readOwn } from "#lib/demo/own-passages.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";

const cases = [0, 1, 2].map((at) => makeCase(at));
const rows = makeRows({
  cases,
  people: [makePerson(1, cases, (row, place) => (place === 0 ? { choice: wrongOf(row) } : {}))],
  runs: [makeRun(1, cases, (row) => ({ choice: row.gold ?? 0 }))],
});
const track = rows.tracks[0]?.name ?? "";
const places = cases.map(({ key }, at) => ({ position: at + 1, track, key, optionOrder: [3, 2, 1, 0] }));

test("what was chosen comes back from the address as the case's own option, and unknown cases don't", () => {
  const written = writeOwn(places, (position) => (position === 3 ? null : 1));
  expect(readOwn(`${written},Nowhere/x/1`, rows)).toEqual([
    { index: 0, choice: 2 },
    { index: 1, choice: 2 },
    { index: 2, choice: null },
  ]);
  for (const nothing of [undefined, "", "Nowhere/x/1", "a".repeat(6000)])
    expect(readOwn(nothing, rows)).toBeNull();
});

test("answers are held against those that everybody else gave to the same cases", () => {
  const own = cases.map(({ gold }, index) => ({ index, choice: index === 2 ? null : gold }));
  expect(compareOwn(rows, mainView("people"), own, "en")).toMatchObject({
    n: 3,
    right: 2,
    people: [{ number: 1, right: 2 }],
    runs: [{ right: 3 }],
  });
});
