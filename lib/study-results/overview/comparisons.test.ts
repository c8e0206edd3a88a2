import { describe, expect, test } from "vitest";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import {
  getAcross,
  sortParts,
  countSharedCases,
  packParts,
  readPicks,
  writePick,
  type Part,
} from "#lib/study-results/across/across.ts";
import {
  calibrateCohorts,
  calibratePeople,
  calibrateRun,
} from "#lib/study-results/people/calibration-of-people.ts";
import { listCohorts, packCohorts, getComparison } from "#lib/study-results/people/cohorts.ts";
import { differGroups } from "#lib/study-results/overview/group-differences.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { mainView } from "#lib/study-results/schema.ts";
import {
  makeCase,
  makePerson,
  makeRows,
  makeRun,
  makeTableFive,
  wrongOf,
} from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");
const cases = Array.from({ length: 12 }, (_, i) => makeCase(i));
/** Wrong on these places. */
const wrongOn =
  (...places: number[]) =>
  (row: (typeof cases)[number], place: number) =>
    places.includes(place) ? { choice: wrongOf(row) } : {};

describe("cohorts", () => {
  test("of the paper's study come to its answers, and their difference to theirs", async () => {
    const rows = makeTableFive();
    const { cohorts, differences, tests } = getComparison(rows, view);
    expect(cohorts.map(({ cohort, right, n }) => [cohort, right, n.answers])).toEqual([
      ["PhD", 455, 500],
      ["Undergraduate", 453, 500],
    ]);
    expect(differences[0]?.value).toBeCloseTo(0.004, 12);
    expect(tests).toBe(1);
    // One test alone is adjusted for nothing.
    expect(differences[0]?.holm).toBe(differences[0]?.p);
    const alone = getIntervals(rows, { ...view, cohort: "PhD" });
    expect(cohorts[0]?.interval).toEqual(alone.people);
  });

  test("without one are a group of their own, and too few answers are not compared", async () => {
    const rows = makeRows({
      cases,
      people: [
        makePerson(1, cases, wrongOn(0), { cohort: "A" }),
        makePerson(2, cases, wrongOn(1, 2)),
        makePerson(3, cases, wrongOn(), { cohort: "A", isSimulated: true }),
      ],
    });
    expect(listCohorts(rows, view).map(({ cohort, right }) => [cohort, right])).toEqual([
      ["A", 11],
      [null, 10],
    ]);
    expect(getComparison(rows, view).differences[0]).toMatchObject({
      isTested: false,
      holm: null,
    });
  });

  test("have their own answers each, the cases numbered as for all of them", () => {
    const rows = makeRandomRows({
      people: 30,
      cases: 40,
      runs: 1,
      seed: 5,
      answersEach: 20,
      cohorts: ["A", "B"],
    });
    const packed = packCohorts(rows, view, ["B", "A"]);
    const byName = new Map(listCohorts(rows, view).map((points) => [points.cohort, points.accuracy]));
    const means = packed.map((one) => twoWayMean(one)?.mean);
    expect(means[0]).toBeCloseTo(byName.get("B") ?? NaN, 12);
    expect(means[1]).toBeCloseTo(byName.get("A") ?? NaN, 12);
  });
});

describe("several studies", () => {
  const people = [
    makePerson(1, cases, wrongOn(3)),
    makePerson(2, cases, wrongOn(4, 5)),
    makePerson(3, cases),
  ];
  const first = makeRows({ cases, people, slug: "first" });
  const other = cases
    .slice(4)
    .map((row) => (row.key === "case-5" ? { ...row, versionId: 9000, version: 2 } : row));
  const second = makeRows({
    cases: other,
    people: [makePerson(1, other), makePerson(2, other)],
    slug: "second",
  });
  const elsewhere = makeRows({ cases, people, slug: "third", benchmark: 2 });
  const parts: Part[] = [first, second, elsewhere].map((rows) => ({ rows, view }));

  test("share the cases of one benchmark whatever their version, and none of another", () => {
    expect(countSharedCases(parts)).toMatchObject([
      { first: 0, second: 1, cases: 8, otherVersion: 1, sameBenchmark: true, samePeople: false },
      { first: 0, second: 2, cases: 0, sameBenchmark: false },
      { first: 1, second: 2, cases: 0, sameBenchmark: false },
    ]);
    const packed = packParts(parts);
    expect(packed.map(({ people: count, cases: all }) => [count, all])).toEqual([
      [3, 24],
      [2, 24],
      [3, 24],
    ]);
    expect(packed.map((part) => twoWayMean(part)?.mean)).toEqual([33 / 36, 1, 33 / 36]);
    const answered = packed.map((part) => new Set(part.case));
    expect([...(answered[1] ?? [])].every((place) => answered[0]?.has(place))).toBe(true);
    expect([...(answered[2] ?? [])].some((place) => answered[0]?.has(place))).toBe(false);
  });

  test("a case that is hard for both is counted once: over the same cases a difference is told more closely", () => {
    const hard = wrongOn(0, 1, 2, 3, 4, 5);
    const group = (slug: string, own: typeof cases) =>
      makeRows({ cases: own, slug, people: [1, 2, 3, 4].map((n) => makePerson(n, own, hard)) });
    const others = cases.map((row, place) => ({ ...row, key: `other-${place}` }));
    const width = (own: typeof cases) => {
      const two = [group("one", cases), group("twin", own)].map((rows) => ({ rows, view }));
      const [difference] = differGroups(packParts(two), () => true);
      expect(difference).toMatchObject({ value: 0, p: 1, holm: 1 });
      return (difference?.high ?? NaN) - (difference?.low ?? NaN);
    };
    expect(width(cases)).toBeLessThan(0.01);
    expect(width(others)).toBeGreaterThan(0.5);
  });

  test("cases of one work belong together in every part that has them", () => {
    const known = cases.map((row, place) => ({ ...row, source: `work ${place % 3}` }));
    const two = [known, known.slice(2)].map((own, i) => ({
      rows: makeRows({ cases: own, slug: `study-${i}`, people: [makePerson(1, own), makePerson(2, own)] }),
      view,
    }));
    const [first, second] = packParts(two);
    expect(new Set(Array.from(first?.case ?? [], (at) => first?.clusterOf?.[at])).size).toBe(3);
    for (const at of second?.case ?? []) expect(second?.clusterOf?.[at]).toBe(first?.clusterOf?.[at]);
  });

  test("each is shown with what its own study shows; a part of itself and made-up people aren't tested", async () => {
    const rows = makeRows({
      cases,
      slug: "cohorts",
      people: Array.from({ length: 8 }, (_, i) =>
        makePerson(i + 1, cases, wrongOn(i, i + 1), { cohort: i < 4 ? "A" : "B" }),
      ),
    });
    const made = makeRows({
      cases,
      slug: "made-up",
      people: [1, 2, 3, 4].map((number) => makePerson(number, cases, wrongOn(number), { isSimulated: true })),
    });
    const picks = [
      { rows, pick: { slug: "cohorts", cohort: "A" } },
      { rows, pick: { slug: "cohorts", cohort: "B" } },
      { rows, pick: { slug: "cohorts", cohort: null } },
      { rows: made, pick: { slug: "made-up", cohort: null } },
    ];
    const across = getAcross(sortParts(picks, {}).parts);
    const whys = across.differences.map(({ first: a, second: b, why, holm }) => [a, b, why, holm !== null]);
    expect(whys).toEqual([
      [0, 1, null, true],
      [0, 2, "same_people", false],
      [1, 2, "same_people", false],
      [0, 3, "simulated", false],
      [1, 3, "simulated", false],
      [2, 3, "simulated", false],
    ]);
    expect(across.parts[0]?.interval).toEqual(getIntervals(rows, { ...view, cohort: "A" }).people);
  });

  test("that may not be seen, or have nothing to see, are told with the reason", () => {
    const open = makeRows({ cases, people, state: "open", slug: "open" });
    const empty = makeRows({ cases, people: [], slug: "empty" });
    const picked = [
      { rows: open, pick: { slug: "open", cohort: null } },
      { rows: empty, pick: { slug: "empty", cohort: null } },
      { rows: first, pick: { slug: "first", cohort: "PhD" } },
    ];
    expect(sortParts(picked, {}).notShown.map(({ why }) => why)).toEqual([
      "not_yet",
      "no_answers",
      "no_such_cohort",
    ]);
    const ofTrack = sortParts([{ rows: first, pick: { slug: "first", cohort: null } }], { track: "Drama" });
    expect(ofTrack.notShown.map(({ why }) => why)).toEqual(["no_such_track"]);
  });

  test("are asked for by their addresses, each once", () => {
    const picks = readPicks(["a", "b:PhD", "a", "b:PhD: first year"]);
    expect(picks.map(writePick)).toEqual(["a", "b:PhD", "b:PhD: first year"]);
    expect([readPicks(undefined), readPicks("a")]).toEqual([[], [{ slug: "a", cohort: null }]]);
    // The database takes no such letter.
    expect(readPicks(["a\u0000b", "a:b\u0000"])).toEqual([]);
  });
});

describe("calibration", () => {
  // Twelve answers: 0.8 on the first ten, of which six are right; none on the eleventh, 0 on the last.
  const sure = (row: (typeof cases)[number], place: number) => ({
    ...(place >= 6 && place < 10 ? { choice: wrongOf(row) } : {}),
    confidence: place < 10 ? 0.8 : place === 10 ? null : 0,
  });
  const rows = makeRows({
    cases,
    people: [makePerson(1, cases, sure), makePerson(2, [], undefined, { cohort: "A" })],
    runs: [
      makeRun(1, cases, (row, place) => (place === 0 ? null : { choice: row.gold ?? 0, confidence: 0.9 })),
    ],
  });

  test("is over the answers with a confidence alone; 0 lies in no bin but counts", () => {
    const found = calibratePeople(rows, view);
    expect([found.n, found.without, found.atZero]).toEqual([11, 1, 1]);
    expect(found.bins.filter(({ n }) => n > 0)).toEqual([
      { from: 0.75, to: 0.8, n: 10, confidence: expect.closeTo(0.8), right: 6 },
    ]);
    expect(found.ece).toBeCloseTo((8 - 6) / 11);
    expect(found.overconfidence).toBeCloseTo(8 / 11 - 7 / 11);
    expect(found.brier).toBeCloseTo((6 * 0.04 + 4 * 0.64 + 1) / 11);
  });

  test("of a model is over the same cases, each once", () => {
    const model = rows.runs[0];
    expect(model && calibrateRun(rows, view, model)).toMatchObject({
      n: 11,
      accuracy: 1,
      ece: expect.closeTo(0.1),
    });
  });

  test("of cohorts comes to that of everybody", () => {
    const random = makeRandomRows({ people: 12, cases: 20, runs: 1, seed: 3, cohorts: ["A", "B"] });
    const whole = calibratePeople(random, view);
    const parts = calibrateCohorts(random, view);
    expect(parts.map(({ cohort }) => cohort)).toEqual(["A", "B"]);
    expect(parts.reduce((sum, { calibration }) => sum + calibration.n, 0)).toBe(whole.n);
  });
});
