import { describe, expect, test } from "vitest";
import { caseBootstrap } from "#lib/metrics/crossed/case-bootstrap.ts";
import { crossedBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { peekIntervals, getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { mainView, resamples, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { listCounted, listCredits } from "#lib/study-results/testing/slow-overview.ts";
import { packModelScores } from "#lib/metrics/crossed/input.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";

const view: View = { ...mainView("people"), known: "without" };
const wanted = {
  people: 9,
  cases: 24,
  runs: 5,
  seed: 31,
  excluded: 0.2,
  known: 0.2,
  missing: 0.1,
  reported: 0.1,
};

describe("intervals of a random study", async () => {
  const rows = makeRandomRows(wanted);
  const points = getPoints(rows, view);
  const intervals = await getIntervals(rows, view);

  test("are those of the resampling itself, with the seed that the plan froze", () => {
    const counted = listCounted(rows, view);
    const [people, cases] = [
      [...new Set(counted.map(({ person }) => person))].sort((a, b) => a - b),
      [...new Set(counted.map((answer) => answer.case))].sort((a, b) => a - b),
    ];
    const runs = rows.runs.filter(({ isSelecting }) => !isSelecting);
    const found = crossedBootstrap({
      ...{ people: people.length, groupOf: null, groups: 1, cases: cases.length, b: resamples, seed: 31 },
      answers: {
        person: Int32Array.from(counted, ({ person }) => people.indexOf(person)),
        case: Int32Array.from(counted, (answer) => cases.indexOf(answer.case)),
        right: Uint8Array.from(counted, ({ isRight }) => Number(isRight)),
      },
      models: runs.map(({ predictions }) => ({
        correct: packModelScores(Float64Array.from(cases, (at) => mainScores(predictions)[at] ?? NaN)),
      })),
    });
    const bounds = ({ low, high }: { low: number | null; high: number | null }) => [low, high];
    expect(intervals).toMatchObject({ b: 10_000, seed: 31, level: 0.95 });
    expect(bounds(intervals.people)).toEqual(found.people.flatMap(bounds));
    expect(found.people[0]?.value).toBe(points.people.accuracy);
    runs.forEach(({ id }, i) => {
      const model = points.models.find(({ runId }) => runId === id);
      expect([model?.top1, model?.gap.value]).toEqual([found.models[i]?.value, found.gaps[0]?.[i]?.value]);
      expect(intervals.models.get(id)).toMatchObject({
        low: found.models[i]?.low,
        high: found.models[i]?.high,
      });
      const { low, high, p } = found.gaps[0]?.[i] ?? {};
      expect(intervals.gaps.get(id)).toMatchObject({ low, high, p });
    });
    const selecting = rows.runs.find(({ isSelecting }) => isSelecting)?.id ?? 0;
    expect([intervals.models.has(selecting), intervals.gaps.has(selecting)]).toEqual([false, false]);
  });

  test("of the vote resample cases alone", () => {
    const credits = Float64Array.from(listCredits(rows, view));
    const { low, high } = caseBootstrap(credits, { b: resamples, seed: 31 });
    expect(intervals.consensus).toMatchObject({ low, high, method: "case_bootstrap" });
  });

  test("are there at once for who asks again, and the same for some models alone", async () => {
    expect(peekIntervals(rows, view)).toBe(intervals);
    expect(await getIntervals(rows, view)).toBe(intervals);
    const [first] = points.models;
    const lean = await getIntervals(rows, view, [first?.runId ?? 0]);
    expect(lean.people).toEqual(intervals.people);
    expect([...lean.gaps]).toEqual([[first?.runId, intervals.gaps.get(first?.runId ?? 0)]]);
  });

  test("of the same data are the same numbers another time", async () => {
    expect(await getIntervals(makeRandomRows(wanted), view)).toEqual(intervals);
  });
});

test("where everybody is right nothing varies, and Wilson's over the cases stands in its place", async () => {
  const rows = makeRandomRows({ people: 6, cases: 12, runs: 2, seed: 4, isSelected: false });
  mainScores(rows.answers).fill(1);
  const all = { ...mainView("people"), excluded: "with" as const };
  const { people } = await getIntervals(rows, all);
  const { low, high } = wilsonInterval(12, 12);
  expect(people).toMatchObject({ low, high, method: "wilson", n: 12, reason: null });
});

test("without any answer there is none, with the reason", async () => {
  const rows = makeRandomRows({ people: 0, cases: 12, runs: 1, seed: 4, isSelected: false });
  const { people, consensus, gaps } = await getIntervals(rows, mainView("people"));
  const none = { low: null, high: null, reason: "no_items" };
  expect([people, consensus, gaps.get(1)]).toMatchObject([none, none, none]);
});
