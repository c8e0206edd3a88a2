import { describe, expect, test } from "vitest";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { getBenchmark } from "#lib/study-results/whole-benchmark/benchmark.ts";
import { writeResults } from "#lib/results/document.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import type { CaseRow, FrameRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { sampledStrata, type SampledStratum } from "#lib/studies/strata/schema.ts";

const view = mainView("people");
type Counts = Record<SampledStratum, number>;

const cellsOf = (cases: readonly CaseRow[], tracks: readonly string[], framed: readonly Counts[]) =>
  framed.flatMap((counts, at) =>
    sampledStrata.map((stratum) => ({
      track: tracks[at] ?? "",
      stratum,
      cases: counts[stratum],
      served: cases.filter((row) => row.track === at && row.stratum === stratum).length,
    })),
  );

/** So many served cases of each stratum and track, out of so many in the frame. */
function make(served: readonly Counts[], framed: readonly Counts[], now: FrameRows["now"] = null) {
  const tracks = ["Literary", "Drama"].slice(0, framed.length);
  const cases = served
    .flatMap((counts, track) =>
      sampledStrata.flatMap((stratum) => Array.from({ length: counts[stratum] }, () => ({ track, stratum }))),
    )
    .map((changes, i) => makeCase(i, changes));
  const frame = { cells: cellsOf(cases, tracks, framed), now };
  const runs = [
    makeRun(1, cases, (row) => ({ choice: row.gold ?? 0 }), { apart: "selecting" }),
    makeRun(2, cases, (row) => ({ choice: row.gold ?? 0 })),
  ];
  // The one is right but on every third case, the other on every case that isn't selected.
  const people = [1, 2].map((number) =>
    makePerson(number, cases, (row, place) => {
      const isWrong = number === 1 ? place % 3 === 0 : row.stratum === "selected";
      return isWrong ? { choice: wrongOf(row) } : {};
    }),
  );
  return makeRows({ cases, people, tracks, runs, frame });
}
const each = (selected: number, unsure: number, control: number): Counts => ({ selected, unsure, control });

describe("the whole benchmark", () => {
  const framed = [each(100, 50, 850), each(30, 10, 60)];
  const now = {
    cases: 1100,
    runs: new Map([
      [1, { answered: 1090, failed: 10, right: 900 }],
      [2, { answered: 1000, failed: 0, right: 950 }],
    ]),
  };

  test("weighs each track's strata by what they are of the frame", async () => {
    const rows = make([each(12, 9, 9), each(2, 2, 2)], framed, now);
    const found = getBenchmark(rows, view)!;
    const total = found.cells.reduce((sum, cell) => sum + cell.cases, 0);
    expect([found.cases, total, found.gaps]).toEqual([1100, 1100, []]);
    const byHand = found.cells.reduce(
      (sum, { cases, right, answers }) => sum + (cases / 1100) * (right / answers),
      0,
    );
    expect(found.people?.accuracy).toBeCloseTo(byHand, 14);
    expect(found.people?.interval).toMatchObject({ method: "two_way", reason: null });
    expect(found.people?.interval.low).toBeLessThan(byHand);
    expect(found.people?.interval.high).toBeGreaterThan(byHand);
    // Whatever stratum is looked at; but one track alone is no whole.
    expect(getBenchmark(rows, { ...view, stratum: "control" })).toEqual(found);
    expect(getBenchmark(rows, { ...view, track: "Drama" })).toBeNull();
    const document = await writeResults(rows, view);
    expect(resultsDocument.parse(document).benchmark).toEqual(found);
  });

  test("has of each run what it is, the selecting one too, and a difference where it was run on all of it", () => {
    const { models, people } = getBenchmark(make([each(12, 9, 9), each(2, 2, 2)], framed, now), view)!;
    expect(models).toMatchObject([
      { runId: 2, answered: 1000, missing: 100, top1: 0.95, peopleLessModel: null },
      { runId: 1, apart: "selecting", answered: 1090, failed: 10, missing: 0, top1: 900 / 1090 },
    ]);
    const [, selecting] = models;
    expect(selecting?.withMissing).toEqual({ missing: 10, wrong: 900 / 1100, right: 910 / 1100 });
    const { value, low, high } = selecting!.peopleLessModel!;
    expect(value).toBeCloseTo(people!.accuracy - 900 / 1100, 14);
    expect(high! - low!).toBeCloseTo(people!.interval.high! - people!.interval.low!, 14);
  });

  test("isn't told with fewer than ten of a stratum, or none of a track that has some, and says so", () => {
    const gapsOf = (...served: Counts[]) => {
      const found = getBenchmark(make(served, framed), view)!;
      expect(found.people).toBeNull();
      return found.gaps.map(({ stratum, track, served: there, needed }) => [stratum, track, there, needed]);
    };
    expect(gapsOf(each(12, 0, 9), each(2, 2, 2))).toEqual([["unsure", null, 2, 10]]);
    expect(gapsOf(each(12, 10, 9), each(2, 0, 2))).toEqual([["unsure", "Drama", 0, 1]]);
    expect(getBenchmark(makeRows({ cases: [makeCase(0)], people: [] }), view)).toBeNull();
  });
});

/** A frame whose hard cases the run tends to get wrong, and to be unsure of. */
function imagine(seed: number) {
  const draw = wholeNumbers(seed, 3);
  const share = () => toShare(draw());
  const cases = Array.from({ length: 900 }, (_, i) => {
    const ease = 0.35 + 0.65 * share();
    const isRight = share() < 0.2 + 0.75 * ease;
    const stratum: SampledStratum = isRight ? "control" : share() < ease ? "unsure" : "selected";
    return { row: makeCase(i, { stratum }), ease };
  });
  const truth = cases.reduce((sum, { ease }) => sum + ease, 0) / cases.length;
  const of = (stratum: SampledStratum) => cases.filter(({ row }) => row.stratum === stratum);
  return { draw, share, truth, of };
}

test("of three strata is unbiased, and of two, as if those that the run was unsure of were like the others, isn't", () => {
  const { draw, share, truth, of } = imagine(5);
  const parts = { selected: of("selected"), unsure: of("unsure"), control: of("control") };
  const size = (stratum: SampledStratum) => parts[stratum].length;
  const run = (wanted: readonly SampledStratum[], counts: Counts) => {
    const given = wanted.flatMap((stratum) => {
      const pool = [...parts[stratum]];
      return Array.from({ length: 30 / wanted.length }, () => pool.splice(draw() % pool.length, 1)[0]!);
    });
    const cases = given.map(({ row }) => row);
    const people = [1, 2, 3, 4].map((number) =>
      makePerson(number, cases, (row, place) =>
        share() < given[place]!.ease ? {} : { choice: wrongOf(row) },
      ),
    );
    const frame = { cells: cellsOf(cases, ["Literary"], [counts]), now: null };
    return getBenchmark(makeRows({ cases, people, frame }), view)?.people?.accuracy ?? NaN;
  };
  const meanOf = (wanted: readonly SampledStratum[], counts: Counts) => {
    let sum = 0;
    for (let i = 0; i < 250; i++) sum += run(wanted, counts);
    return sum / 250;
  };
  const [wrong, right] = [size("selected") + size("unsure"), size("control")];
  const three = meanOf(sampledStrata, each(size("selected"), size("unsure"), right));
  const two = meanOf(["selected", "control"], each(wrong, 0, right));
  expect(Math.abs(three - truth)).toBeLessThan(0.01);
  expect(Math.abs(two - truth)).toBeGreaterThan(0.015);
});
