import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { formatCaseName } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import type { StudyState } from "#lib/studies/schema.ts";

const context = (unit: Arms["unit"]): Arms => ({
  differ: "context",
  unit,
  arms: [
    { name: "All turns", turns: null },
    { name: "Four turns", turns: 4 },
  ],
});
const shown = Array.from({ length: 12 }, (_, at) => makeCase(at, { arm: 1 }));
const cut = shown.map((row, at): CaseRow => {
  const varied = { key: row.key, as: "context:4" };
  return {
    ...row,
    id: 300 + at,
    versionId: 700 + at,
    key: formatCaseName(row.key, varied.as),
    varied,
    arm: 2,
  };
});

/** Right but where person, case and way say otherwise. */
export const isWrong = (person: number, place: number, way: number) =>
  (person * 7 + place * 5 + way * 3) % (5 - way) === 0;

/** Eight people on twelve cases under two arms, with a run that was asked about both ways of a case and one that knows it as it is. */
export function makeArmedRows(unit: Arms["unit"], state: StudyState = "closed"): StudyRows {
  const cases = [...shown, ...cut];
  const people = Array.from({ length: 8 }, (_, at) => {
    const number = at + 1;
    const wayOf = (place: number) => (unit === "people" ? at % 2 : (at + place) % 2);
    const given = shown.map((row, place) => (wayOf(place) === 0 ? row : (cut[place] as CaseRow)));
    const say = (row: CaseRow, place: number) =>
      isWrong(number, place, wayOf(place)) ? { choice: wrongOf(row) } : {};
    return makePerson(number, given, say, unit === "people" ? { arm: (at % 2) + 1 } : {});
  });
  const runs = [
    makeRun(1, cases, (row, place) => ({ choice: place % 3 === 0 ? wrongOf(row) : (row.gold ?? 0) })),
    makeRun(2, cases, (row) => (row.varied ? null : { choice: row.gold ?? 0 })),
  ];
  const parts = { assignment: { people: people.length, arms: context(unit) }, rules: { interim: true } };
  return makeRows({ cases, people, runs, state, parts });
}
