import { describe, expect, test } from "vitest";
import { gapInterval, measureGap, pAgainst, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { judgeWorks } from "#lib/metrics/two-way/works.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { computeSlowly, listCounted } from "#lib/study-results/testing/slow-overview.ts";

const view: View = { ...mainView("people"), known: "without", stratum: "all" };

/** The counted answers laid out the long way, by the numbers that people and cases have in the rows. */
function layOut(rows: StudyRows) {
  const counted = listCounted(rows, view);
  return {
    people: rows.people.length,
    cases: rows.cases.length,
    person: Int32Array.from(counted, ({ person }) => person),
    case: Int32Array.from(counted, (answer) => answer.case),
    score: Float64Array.from(counted, ({ isRight }) => Number(isRight)),
    stratumOf: Int32Array.from(rows.cases, ({ track, stratum }) => 10 * track + stratum.length),
    // A work reaches across tracks and kinds of cases.
    clusterOf: Int32Array.from(rows.cases, (row) =>
      rows.cases.findIndex(({ source }) => source === row.source),
    ),
  };
}

describe.each([31, 32, 33, 34])("random study %i", (seed) => {
  const rows = makeRandomRows({
    people: 9,
    cases: 40,
    runs: 6,
    seed,
    excluded: 0.1,
    known: 0.2,
    missing: 0.1,
    controls: 0.3,
    unsure: 0.2,
  });
  const intervals = getIntervals(rows, view);
  const slow = computeSlowly(rows, view);

  test("has the closed form of its answers, tracks and kinds of cases being parts and no chance", () => {
    const input = layOut(rows);
    expect(intervals.works).toBe(new Set(Array.from(input.case, (at) => input.clusterOf[at])).size);
    const works = judgeWorks(packSelection(getSelection(rows, view)));
    const { low, high } = peopleInterval(twoWayMean(input)!);
    expect(intervals.people.low).toBeCloseTo(low as number, 12);
    expect(intervals.people.high).toBeCloseTo(high as number, 12);
    for (const run of rows.runs) {
      const gap = measureGap(weighPeople(input)!, mainScores(run.predictions), works?.ofAnswers)!;
      const found = intervals.gaps.get(run.id);
      if (run.apart !== null) {
        expect(found).toBeUndefined();
        continue;
      }
      expect(found?.value).toBeCloseTo(slow.models.get(run.id)?.gap as number, 12);
      expect(found?.interval.low).toBeCloseTo(gapInterval(gap).low as number, 12);
      expect(found?.p).toBeCloseTo(pAgainst((level) => gapInterval(gap, level), gap.value) as number, 12);
    }
  });

  test("tests the vote by the pairs that the vote and a model differ in, each block by itself", () => {
    const tested = rows.runs.filter(({ apart }) => apart === null);
    expect([...intervals.votes.keys()]).toEqual(
      [...intervals.gaps.keys()].filter((id) => tested.some((run) => run.id === id)),
    );
    for (const { id } of tested) {
      const [own, vote] = [slow.models.get(id), intervals.votes.get(id)];
      const [cases = 0, , onlyPeople = 0, onlyModel = 0] = own?.pairs ?? [];
      expect(vote?.p).toBe(own?.p);
      expect(vote?.holm).toBe(own?.holm);
      expect(vote?.value).toBeCloseTo((onlyPeople - onlyModel) / cases, 12);
      expect(vote?.midP).toBeLessThanOrEqual(vote?.p ?? 0);
    }
  });
});

const cases = Array.from({ length: 50 }, (_, i) => makeCase(i));
const errs = (from: number, to: number) => (row: (typeof cases)[number], place: number) =>
  place >= from && place < to ? { choice: wrongOf(row) } : { choice: row.gold ?? 0 };

describe("a model beside people", () => {
  const people = Array.from({ length: 20 }, (_, i) => makePerson(i + 1, cases, errs(i, i + 2)));
  const study = (runs: StudyRows["runs"], claims?: StudyRows["study"]["design"]["claims"]) => {
    const rows = makeRows({ cases, people, runs: [...runs] });
    const { study: own } = rows;
    return getIntervals(
      { ...rows, study: { ...own, design: { ...own.design, claims } } },
      mainView("people"),
    );
  };

  test("that is right on every case is no certainty, and claims nothing of people as good", () => {
    const { models, gaps } = study([makeRun(1, cases, errs(0, 0))]);
    const { low, high } = wilsonInterval(50, 50);
    expect(models.get(1)).toMatchObject({ low, high, n: 50 });
    const { value, interval, p } = gaps.get(1)!;
    expect(value).toBeCloseTo(-0.04, 12);
    expect(interval.high).toBeGreaterThan(0);
    expect(p).toBeGreaterThan(0.05);
  });

  test("is tested for being as good but for the margin of the plan, and for that alone", () => {
    const runs = [makeRun(1, cases, errs(30, 32)), makeRun(2, cases, errs(0, 25))];
    expect(study(runs).gaps.get(1)?.equivalence).toBeNull();
    const claims = { comparator: null, margin: 0.15, epsilon: 0.2, siblings: [], stopping: null };
    const { gaps } = study(runs, claims);
    const [near, far] = [gaps.get(1)?.equivalence, gaps.get(2)?.equivalence];
    expect(near?.pEquivalent).toBeLessThan(0.05);
    expect(near?.pNoWorse).toBeLessThanOrEqual(near?.pEquivalent ?? 0);
    expect([near?.low, near?.high].every((bound) => Math.abs(bound ?? 1) < 0.15)).toBe(true);
    expect(far?.pNoWorse).toBeGreaterThan(0.9);
  });
});

test("cases of few works are clustered by them, and say less", () => {
  const sourced = cases.map((row, at) => ({ ...row, source: `Work ${Math.floor(at / 10)}` }));
  const say = (number: number) => errs((number % 5) * 10, (number % 5) * 10 + 8);
  const of = (own: typeof cases) =>
    getIntervals(
      makeRows({
        cases: own,
        people: Array.from({ length: 12 }, (_, i) => makePerson(i + 1, own, say(i % 2))),
        runs: [makeRun(1, own, errs(0, 10))],
      }),
      mainView("people"),
    );
  const [apart, together] = [of(cases), of(sourced)];
  expect([apart.works, together.works]).toEqual([null, 5]);
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(together.people)).toBeGreaterThan(1.3 * width(apart.people));
  expect(width(together.models.get(1)!)).toBeGreaterThan(1.3 * width(apart.models.get(1)!));
});

test("without any answer there is none, with the reason", () => {
  const rows = makeRandomRows({ people: 0, cases: 12, runs: 1, seed: 4, isSelected: false });
  const { people, consensus, gaps } = getIntervals(rows, mainView("people"));
  const none = { low: null, high: null, reason: "no_items" };
  expect([people, consensus]).toMatchObject([none, none]);
  expect(gaps.size).toBe(0);
});

describe("while people answer", () => {
  const people = Array.from({ length: 20 }, (_, i) => makePerson(i + 1, cases, errs(i, i + 8)));
  const runs = [makeRun(1, cases, errs(0, 2)), makeRun(2, cases, errs(0, 30))];
  const make = (state: "open" | "closed", interim: boolean, planned = people.length) =>
    makeRows({
      cases,
      people,
      runs,
      state,
      parts: { rules: { interim }, assignment: { people: planned } },
    });
  const study = (...of: Parameters<typeof make>) => getIntervals(make(...of), mainView("people"));

  test("and the plan allows to look, intervals hold at every look, and nothing is tested", () => {
    const [open, closed] = [study("open", true), study("closed", true)];
    expect(open.isLook).toBe(true);
    expect(open.people.method).toBe("every_look");
    expect(open.people.low).toBeLessThan(closed.people.low ?? 0);
    expect(open.consensus).toMatchObject({ low: null, high: null, reason: "interim" });
    const gap = open.gaps.get(2)!;
    expect(gap).toMatchObject({ interval: { method: "every_look" }, p: null, holm: null, equivalence: null });
    expect(gap.value).toBe(closed.gaps.get(2)?.value);
    expect(gap.interval.low).toBeLessThan(closed.gaps.get(2)?.interval.low ?? 0);
    expect(open.votes.get(2)).toMatchObject({ interval: { reason: "interim" }, p: null, midP: null });
    // What a model comes to has nothing to do with how many people answered.
    expect(open.models).toEqual(closed.models);
  });

  test("a difference is told that holds at every look, and every other is open", () => {
    const rows = make("open", true);
    const outcome = (comparatorRunId: number) =>
      computeHeadline({ ...rows, study: { ...rows.study, comparatorRunId } }, mainView("people")).comparator;
    expect(outcome(2)).toMatchObject({ outcome: "people_ahead", isNoWorse: null, couldFind: null });
    expect(outcome(1)).toMatchObject({ outcome: "open", couldFind: null });
  });

  test("and when the planned number is reached, or looking was never meant, they are of one look", () => {
    const reached = [study("closed", true), study("closed", false, 40), study("open", false, 40)];
    for (const one of reached) expect([one.isLook, one.people.method]).toEqual([false, "two_way"]);
  });

  test("and a study closed before its planned number keeps them, with the test of the same interval", () => {
    const [open, early] = [study("open", true, 40), study("closed", true, 40)];
    expect(early.isLook).toBe(true);
    expect(early.people).toEqual(open.people);
    expect(early.consensus).toEqual(open.consensus);
    expect(early.votes.get(2)).toEqual(open.votes.get(2));
    for (const [run, isApart] of [
      [1, false],
      [2, true],
    ] as const) {
      const { interval, p, holm, value } = early.gaps.get(run)!;
      expect([value, interval]).toEqual([open.gaps.get(run)?.value, open.gaps.get(run)?.interval]);
      expect([(interval.low ?? 0) > 0, (p ?? 1) < 0.05, (holm ?? 1) < 0.05]).toEqual([
        isApart,
        isApart,
        isApart,
      ]);
      expect(p).toBeGreaterThanOrEqual(study("closed", true).gaps.get(run)?.p ?? 1);
    }
  });

  test("and its headline claims nothing that the interval of one look alone would", () => {
    const rows = make("closed", true, 40);
    const outcome = (comparatorRunId: number) =>
      computeHeadline({ ...rows, study: { ...rows.study, comparatorRunId } }, mainView("people")).comparator;
    expect(outcome(2)).toMatchObject({ outcome: "people_ahead" });
    expect(outcome(1)).toMatchObject({ outcome: "no_difference" });
  });
});
