import { describe, expect, test } from "vitest";
import { crossedBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import { packModelScores } from "#lib/metrics/crossed/input.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getResampled } from "#lib/study-results/overview/resampled.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import { mainView, resamples, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { listCounted } from "#lib/study-results/testing/slow-overview.ts";

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

describe("a random study, resampled", async () => {
  const rows = makeRandomRows(wanted);
  const run = rows.runs.find(({ apart }) => apart === null);
  const runId = run?.id ?? 0;
  const resampled = await getResampled(rows, view, runId);

  test("has the intervals of the resampling itself, with the seed that the plan froze", () => {
    const counted = listCounted(rows, view);
    const [people, cases] = [
      [...new Set(counted.map(({ person }) => person))].sort((a, b) => a - b),
      [...new Set(counted.map((answer) => answer.case))].sort((a, b) => a - b),
    ];
    const ofRun = run && mainScores(run.predictions);
    const found = crossedBootstrap({
      people: people.length,
      cases: cases.length,
      b: resamples,
      seed: 31,
      answers: {
        person: Int32Array.from(counted, ({ person }) => people.indexOf(person)),
        case: Int32Array.from(counted, (answer) => cases.indexOf(answer.case)),
        right: Uint8Array.from(counted, ({ isRight }) => Number(isRight)),
      },
      models: [{ correct: packModelScores(Float64Array.from(cases, (at) => ofRun?.[at] ?? NaN)) }],
    });
    const bounds = (one: { low: number | null; high: number | null } | null | undefined) => [
      one?.low,
      one?.high,
    ];
    expect(resampled).toMatchObject({ b: 10_000, seed: 31, level: 0.95 });
    expect(bounds(resampled.people)).toEqual(bounds(found.people));
    expect(bounds(resampled.peopleCasesOnly)).toEqual(bounds(found.people.casesOnly));
    expect(bounds(resampled.gap)).toEqual(bounds(found.gaps[0]));
    expect(found.people.value).toBe(getPoints(rows, view).people.accuracy);
  });

  test("is there at once for who asks again, and the same for people without a model", async () => {
    expect(peek(getResampled(rows, view, runId))).toBe(resampled);
    const alone = await getResampled(rows, view, null);
    expect(alone).toEqual({ ...resampled, gap: null });
  });

  test("of the same data has the same numbers another time", async () => {
    expect(await getResampled(makeRandomRows(wanted), view, runId)).toEqual(resampled);
  });
});

test("without any answer there is nothing to resample, and it says so", async () => {
  const rows = makeRandomRows({ people: 0, cases: 12, runs: 1, seed: 4, isSelected: false });
  const { people, gap } = await getResampled(rows, mainView("people"), 1);
  const none = { low: null, high: null, reason: "no_items" };
  expect([people, gap]).toMatchObject([none, none]);
});
