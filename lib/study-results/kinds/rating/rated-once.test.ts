import { expect, test } from "vitest";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import { getOrigins, renderRatings } from "#lib/study-results/kinds/rating/results.ts";
import { countRatedOnce } from "#lib/study-results/rows/rated-once.ts";
import type { CaseRow } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";

const view = mainView("people");
const groups = 12;
/** In the first three groups both methods wrote the same. */
const isAlike = ({ group }: CaseRow) => Number(group) < 3;
const cases = Array.from({ length: 2 * groups }, (_, at) =>
  makeCase(at, {
    kind: "rating",
    optionNames: ["1", "2", "3", "4", "5"],
    gold: null,
    noted: "rolethink-gold",
    group: String(at >> 1),
    attributes: { method: at % 2 === 0 ? "Chrono" : "Simple" },
  }),
);
const isRepeated = (row: CaseRow) => isAlike(row) && row.attributes?.["method"] === "Simple";
/** Not everybody rates every case, some are stricter than others, and the same words get the same rating. */
const rate = (row: CaseRow, person: number) => {
  const text = Number(row.group) * 2 + (isRepeated(row) || row.attributes?.["method"] === "Chrono" ? 0 : 1);
  return (text * 7 + person * (text % 3)) % 5;
};
const makeStudy = (all: readonly CaseRow[], asked = all) =>
  makeRows({
    cases: all,
    tracks: ["Gold"],
    runs: [makeRun(1, all, ({ id }) => ({ choice: (id * 3) % 5 }))],
    people: [1, 2, 3, 4].map((person) =>
      makePerson(
        person,
        asked.filter((row) => (Number(row.group) + person) % 4 !== 0),
        (row) => ({ choice: rate(row, person) }),
      ),
    ),
  });

const shared = cases.map((row) => (isRepeated(row) ? { ...row, ratedAs: row.id - 1 } : row));
const asked = shared.filter((row) => !isRepeated(row));
const once = makeStudy(shared, asked);
/** The same as if every case had been rated, and as if the repeated ones weren't there. */
const everyCase = makeStudy(cases);
const withoutRepeated = makeStudy(asked);

const partOf = async (rows: typeof once) => {
  const [part] = (await getOrigins(rows, view, ["method"])).flatMap((one) => one ?? []);
  if (!part) throw new Error("no part");
  return part;
};

test("the ratings of a text that two origins wrote count for each of them, and once for all of them", async () => {
  const [found, whole, bare] = await Promise.all([once, everyCase, withoutRepeated].map(partOf));
  const peopleOf = (part: typeof found) => part?.figures.table.origins.map(({ people }) => people);
  expect(peopleOf(found)).toEqual(peopleOf(whole));
  expect(found?.counts).toEqual(whole?.counts);
  expect(found?.figures.comparisons).toEqual(whole?.figures.comparisons);
  // Each origin's judges say something of all its cases.
  expect(found?.figures.table.origins.map(({ judges }) => judges)).toEqual(
    whole?.figures.table.origins.map(({ judges }) => judges),
  );
  expect(found?.figures.all).toEqual(bare?.figures.all);
  expect(found?.figures.raters).toEqual(bare?.figures.raters);
  const overCases = (part: typeof found) =>
    part?.figures.judges.map(({ overOrigins: _overOrigins, ...figures }) => figures);
  expect(overCases(found)).toEqual(overCases(bare));
  // Of the origin without repeated cases nothing changes, with the severity of each rating counted once.
  expect(found?.figures.table.origins[0]?.corrected).toEqual(bare?.figures.table.origins[0]?.corrected);
});

test("results report how many cases have another’s ratings, and n counts each rating once", async () => {
  const own = once.people.reduce((sum, { answered }) => sum + answered, 0);
  const { parts } = await renderRatings(once, view, ["method"]);
  expect(parts[0]).toMatchObject({ ratedForOthers: 3, n: { ratings: own, cases: 21, groups, raters: 4 } });
  expect(parts[0]?.origins.map(({ n }) => n.cases)).toEqual([12, 12]);
  expect((await renderRatings(everyCase, view, ["method"])).parts[0]?.ratedForOthers).toBeUndefined();
  expect([countRatedOnce(once), countRatedOnce(everyCase)]).toEqual([{ texts: 3, cases: 6 }, null]);
});

test("the automatic tables have the same means of people, by origin and of all together", async () => {
  const { tables } = await getStudyTables(once, view, ["method"]);
  const { origins, people } = await partOf(once).then(({ figures }) => ({
    origins: figures.table.origins.map((row) => row.people),
    people: figures.all.people,
  }));
  const cells = tables[0]?.rows.map((row) => row.cells[0]);
  for (const [at, { mean, low, high, n: answers }] of [...origins, people].entries())
    expect(cells?.[at]).toMatchObject({ mean, low, high, answers });
});
