import { describe, expect, test } from "vitest";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import {
  countedStrata,
  mainView,
  stratumChoices,
  populations,
  type View,
} from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { computeSlowly } from "#lib/study-results/testing/slow-overview.ts";

const cohorts = ["PhD", "Undergraduate"];

/** Another small study and another view of it for each seed. */
function imagine(seed: number) {
  const draw = wholeNumbers(seed, 9);
  const one = <T>(values: readonly T[]): T => values[draw() % values.length] as T;
  const cases = 4 + (draw() % 40);
  const rows = makeRandomRows({
    people: 1 + (draw() % 15),
    cases,
    runs: draw() % 7,
    seed,
    answersEach: Math.max(1, cases - (draw() % 10)),
    controls: 0.3,
    unsure: 0.2,
    attention: 0.1,
    reported: 0.1,
    excluded: 0.1,
    simulated: 0.3,
    known: 0.2,
    missing: 0.15,
    cohorts,
    isSelected: draw() % 2 === 0,
  });
  const both = ["with", "without"] as const;
  const view: View = {
    who: one(populations),
    kind: null,
    track: one([null, null, "Literary", "Drama"]),
    stratum: one(stratumChoices),
    excluded: one(both),
    known: one(both),
    reported: one(both),
    cohort: one([null, null, ...cohorts]),
  };
  return { rows, view };
}

describe.each(Array.from({ length: 100 }, (_, i) => i + 1))("random study %i", (seed) => {
  const { rows, view } = imagine(seed);
  const found = computeOverview(rows, view);
  const slow = computeSlowly(rows, view);

  test("has the figures of people, their vote and chance that counting one by one gives", () => {
    expect(found.people).toMatchObject({
      n: slow.n,
      right: slow.right,
      accuracy: slow.n.answers === 0 ? null : slow.right / slow.n.answers,
      isClaimable: slow.n.answers >= 30 && slow.n.people >= 2 && slow.n.cases >= 10,
    });
    expect(found.consensus).toMatchObject({ cases: slow.n.cases, ties: slow.ties });
    expect(found.consensus.credit).toBeCloseTo(slow.credit, 10);
    if (slow.chance === null) expect(found.chance).toBeNull();
    else expect(found.chance).toBeCloseTo(slow.chance, 12);
  });

  test("has the figures of every model over the same cases", () => {
    expect(found.models.map(({ runId }) => runId).sort()).toEqual(rows.runs.map(({ id }) => id).sort());
    for (const model of found.models) {
      const one = slow.models.get(model.runId);
      if (model.apart === "selecting") {
        expect(one).toBeUndefined();
        expect(model).toMatchObject({ top1: null, right: null, isRanked: false, reason: "by_selection" });
        expect([model.withMissing.wrong, model.withMissing.right, model.scores.ece]).toEqual(
          Array(3).fill(null),
        );
        continue;
      }
      const { vote, withMissing, scores, answered, failed, right, top1, missing } = model;
      expect({ answered, failed, right, top1 }).toEqual({
        answered: one?.answered,
        failed: one?.failed,
        right: one?.right,
        top1: one?.top1,
      });
      expect(missing).toBe(slow.n.cases - answered - failed);
      expect([vote.cases, vote.ties, vote.onlyPeople, vote.onlyModel]).toEqual(one?.pairs);
      const all = slow.n.cases === 0 ? null : slow.n.cases;
      expect(withMissing).toEqual({
        missing: slow.n.cases - answered,
        wrong: all && (right ?? 0) / all,
        right: all && ((right ?? 0) + slow.n.cases - answered) / all,
      });
      const { ece, top2, meanRank, brierPerOption, brierPerCase, fairTop1, fairTop2, fairMeanRank } = scores;
      const sums = one?.scores ?? null;
      expect([ece, top2, meanRank, brierPerOption, brierPerCase, fairTop1, fairTop2, fairMeanRank]).toEqual([
        sums?.ece ?? null,
        sums?.top2 ?? null,
        sums?.meanRank ?? null,
        sums?.brierPerOption ?? null,
        sums?.brierPerItem ?? null,
        sums?.fair.top1 ?? null,
        sums?.fair.top2 ?? null,
        sums?.fair.meanRank ?? null,
      ]);
    }
  });

  test("ranks those that can be compared, and has the same figures for each part as the part by itself", () => {
    const ranked = found.models.filter(({ isRanked }) => isRanked);
    expect(found.models.slice(0, ranked.length)).toEqual(ranked);
    const shares = ranked.map(({ withMissing }) => withMissing.wrong ?? -1);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    for (const { name, points } of found.tracks)
      expect(points).toEqual({
        ...computeOverview(rows, { ...view, track: name }),
        tracks: undefined,
        strata: undefined,
      });
    for (const { name, points } of found.strata)
      expect(points.people).toEqual(computeOverview(rows, { ...view, stratum: name }).people);
    const there = countedStrata.filter((counted) => rows.cases.some(({ stratum }) => stratum === counted));
    expect(found.strata.map(({ name }) => name)).toEqual(there.length > 1 ? there : []);
  });
});

test("a study that nobody has answered has no figures, and says so", () => {
  const rows = makeRandomRows({ people: 0, cases: 12, runs: 2, seed: 5 });
  const { people, consensus, chance, models } = computeOverview(rows, mainView("people"));
  expect([people.accuracy, people.reason, consensus.accuracy, consensus.reason, chance]).toEqual([
    null,
    "no_items",
    null,
    "no_items",
    null,
  ]);
  expect(models.map(({ top1, withMissing }) => [top1, withMissing.wrong])).toEqual(
    models.map(() => [null, null]),
  );
});

test("a model that left its hardest cases out is placed behind one that answered them", () => {
  const cases = Array.from({ length: 50 }, (_, i) => makeCase(i));
  const right = (row: (typeof cases)[number]) => ({ choice: row.gold ?? 0 });
  const skips = makeRun(1, cases, (row, place) => (place < 5 ? null : right(row)));
  const answers = makeRun(2, cases, (row, place) => (place < 4 ? { choice: wrongOf(row) } : right(row)));
  const rows = makeRows({
    cases,
    runs: [skips, answers],
    people: [makePerson(1, cases), makePerson(2, cases)],
  });
  const { models } = computeOverview(rows, mainView("people"));
  expect(models.map(({ runId, top1, withMissing }) => [runId, top1, withMissing])).toEqual([
    [2, 46 / 50, { missing: 0, wrong: 46 / 50, right: 46 / 50 }],
    [1, 1, { missing: 5, wrong: 45 / 50, right: 1 }],
  ]);
});

test("cases that people were given and left without an answer are counted both ways", () => {
  const cases = Array.from({ length: 20 }, (_, i) => makeCase(i));
  const leaves = (_row: (typeof cases)[number], place: number) => (place >= 15 ? { choice: null } : {});
  const rows = makeRows({ cases, people: [makePerson(1, cases), makePerson(2, cases, leaves)] });
  const { people } = computeOverview(rows, { ...mainView("people"), excluded: "with" });
  expect(people).toMatchObject({
    accuracy: 1,
    n: { answers: 35 },
    withMissing: { missing: 5, wrong: 35 / 40, right: 1 },
  });
});
