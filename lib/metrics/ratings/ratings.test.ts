import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { originRanks } from "#lib/metrics/ratings/origin-ranks.ts";
import { originTable } from "#lib/metrics/ratings/origin-table.ts";
import { kappaOfJudge, kappaOfPeople } from "#lib/metrics/ratings/quadratic-kappa.ts";
import { rankAgreement } from "#lib/metrics/ratings/rank-agreement.ts";
import { meanByCase, meansWithoutEach, type CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { severityOf } from "#lib/metrics/ratings/severity.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { thorough } from "#lib/testing/thorough.ts";

/** Rows are raters, columns cases. */
const ratingsOf = (table: readonly (readonly (number | null)[])[]): CaseRatings => {
  const given = table.flatMap((row, rater) =>
    row.flatMap((rating, at) => (rating === null ? [] : [{ rater, at, rating }])),
  );
  return {
    raters: table.length,
    cases: table[0]?.length ?? 0,
    rater: Int32Array.from(given, ({ rater }) => rater),
    case: Int32Array.from(given, ({ at }) => at),
    rating: Float64Array.from(given, ({ rating }) => rating),
  };
};

describe("severity", () => {
  test("is found again whoever was given which cases", () => {
    const [severity, cases] = [
      [0.5, -0.75, 0.25],
      [3, 2, 4, 3.5],
    ];
    const table = severity.map((own, rater) =>
      cases.map((value, at) => ((at + rater) % 4 === 3 ? null : value + own)),
    );
    const found = severityOf(ratingsOf(table));
    if (typeof found === "string") throw new Error(found);
    expect(found.raters.map(({ effect }) => effect)).toEqual(
      severity.map((own) => expect.closeTo(own, 9) as number),
    );
    expect([...found.cases]).toEqual(cases.map((value) => expect.closeTo(value, 9) as number));
    expect(found.residual).toBeCloseTo(0, 9);
  });

  test("effects sum to 0, move with no shift of all ratings, and who rated nothing has none", () => {
    const table = [
      [1, 4, null, 2],
      [null, 5, 3, 3],
      [2, null, 5, 1],
      [null, null, null, null],
    ];
    const [there, shifted] = [0, 7].map((by) =>
      severityOf(ratingsOf(table.map((row) => row.map((one) => (one === null ? null : one + by))))),
    );
    if (typeof there !== "object" || typeof shifted !== "object") throw new Error("undefined");
    const effects = there.raters.map(({ effect }) => effect);
    expect(effects[3]).toBeNull();
    expect(effects.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBeCloseTo(0, 9);
    for (const [i, { effect }] of shifted.raters.entries())
      if (effect !== null) expect(effect).toBeCloseTo(effects[i] as number, 9);
  });

  test.each([
    ["no_items", [[null]]],
    ["too_few_raters", [[1, 2]]],
    [
      "disconnected",
      [
        [1, 2, null, null],
        [null, null, 3, 4],
      ],
    ],
  ])("is undefined: %s", (reason, table) => {
    expect(severityOf(ratingsOf(table))).toBe(reason);
  });

  test("has no error where every rating is needed for an effect", () => {
    expect(severityOf(ratingsOf([[1], [3]]))).toMatchObject({
      residual: null,
      df: 0,
      raters: [{ low: null }, {}],
    });
  });
});

test("the origin table takes severity out where a lenient rater had one origin more often", () => {
  // The second rater gives one more than the first, and had all of the second origin.
  const ratings = ratingsOf([
    [2, 3, null, null, 4, 2],
    [3, 4, 3, 4, 5, 3],
  ]);
  const byOrigin = {
    origins: 2,
    groups: 3,
    originOf: Int32Array.of(0, 0, 1, 1, 0, 0),
    groupOf: Int32Array.of(0, 1, 0, 1, 2, 2),
  };
  const { origins, uncorrected } = originTable(ratings, byOrigin, { scale: [1, 5] });
  expect(uncorrected).toBeNull();
  expect(origins.map(({ people }) => people.mean)).toEqual([3.25, 3.5]);
  expect(origins.map(({ corrected }) => corrected?.mean)).toEqual([3.25, expect.closeTo(3, 9)]);
  expect(origins[1]?.people).toMatchObject({ low: null, reason: "too_few_raters" });
});

const judged = fc.array(
  fc.record({
    people: fc.integer({ min: 2, max: 10 }),
    judge: fc.integer({ min: 1, max: 5 }),
    group: fc.integer({ min: 0, max: 11 }),
  }),
  { minLength: 2, maxLength: 60 },
);

describe("a judge against people", () => {
  const figuresOf = (rows: readonly { people: number; judge: number; group: number }[]) =>
    rankAgreement(
      Float64Array.from(rows, ({ people }) => people / 2),
      Float64Array.from(rows, ({ judge }) => judge),
      Int32Array.from(rows, ({ group }) => group),
    );

  test("has Kendall's tau-b, and without a group what is left has it", () => {
    fc.assert(
      fc.property(judged, (rows) => {
        const tau = kendallTauB(
          rows.map(({ people }) => people),
          rows.map(({ judge }) => judge),
        );
        const { kendall } = figuresOf(rows);
        if (tau.tau === null) expect(kendall).toMatchObject({ value: null, reason: tau.reason });
        else expect(kendall.value).toBeCloseTo(tau.tau, 12);
      }),
      { seed: 2026 },
    );
  });

  test("doesn't depend on the order of cases; bounds hold the value or there is a reason", () => {
    fc.assert(
      fc.property(judged, (rows) => {
        const [there, back] = [figuresOf(rows), figuresOf(rows.toReversed())];
        for (const name of ["spearman", "kendall"] as const) {
          const { value, low, high, reason } = there[name];
          expect(back[name].reason).toBe(reason);
          if (value !== null) expect(back[name].value).toBeCloseTo(value, 12);
          if (reason) expect([low, high]).toEqual([null, null]);
          else expect((low as number) < (value as number) && (value as number) < (high as number)).toBe(true);
        }
      }),
      { seed: 2026 },
    );
  });

  test("is 1 for who says what every person says, and then leaves no error", () => {
    const row = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5];
    const ratings = ratingsOf([row, row, row]);
    const groupOf = Int32Array.from({ length: 10 }, (_, at) => at);
    const perfect = { value: expect.closeTo(1, 12), low: null, reason: "no_error" };
    expect(kappaOfJudge(ratings, meanByCase(ratings), groupOf)).toMatchObject({
      ...perfect,
      pairs: 30,
      cases: 10,
    });
    expect(kappaOfPeople(ratings, groupOf)).toMatchObject(perfect);
    const two = kappaOfPeople(ratingsOf([row, row.toReversed()]), groupOf);
    expect(two).toMatchObject({ low: null, reason: "too_few_raters" });
  });

  test("ranks vary by who rated as well, and two raters don't say by how much", () => {
    // The last two put some cases in another order than the others do.
    const rows = [0, 1, 2, 3, 4].map((rater) =>
      Array.from({ length: 24 }, (_, at) => 1 + ((at * 3 + (rater > 2 ? (at * rater) % 4 : 0)) % 5)),
    );
    const judge = Float64Array.from({ length: 24 }, (_, at) => 1 + ((at * 3 + Number(at % 6 === 0)) % 5));
    const groupOf = Int32Array.from({ length: 24 }, (_, at) => at >> 1);
    const of = (ratings: CaseRatings) =>
      rankAgreement(meanByCase(ratings), judge, groupOf, { withoutRater: meansWithoutEach(ratings) });
    const widthOf = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
    const alone = rankAgreement(meanByCase(ratingsOf(rows)), judge, groupOf);
    for (const name of ["spearman", "kendall"] as const) {
      const found = of(ratingsOf(rows))[name];
      expect(found.value).toBe(alone[name].value);
      expect(widthOf(found)).toBeGreaterThan(widthOf(alone[name]));
      expect(of(ratingsOf(rows.slice(0, 2)))[name]).toMatchObject({ low: null, reason: "too_few_raters" });
    }
  });

  test("the means without each rater are those of the others", () => {
    const left = meansWithoutEach(ratingsOf([[1, 5, null], [3, 2, 4]])); // oxfmt-ignore
    expect(left.map((means) => [...means])).toEqual([
      [3, 2, 4],
      [1, 5, NaN],
    ]);
  });

  test("kappa is undefined without pairs, and where all say the same", () => {
    const one = ratingsOf([[3, 3]]);
    const groupOf = Int32Array.of(0, 1);
    expect(kappaOfPeople(one, groupOf)).toMatchObject({ value: null, reason: "no_pairs" });
    expect(kappaOfJudge(one, Float64Array.of(3, 3), groupOf)).toMatchObject({
      value: null,
      reason: "one_category",
    });
    expect(kappaOfJudge(one, Float64Array.of(NaN, NaN), groupOf)).toMatchObject({ reason: "no_pairs" });
  });

  thorough("intervals hold for cases of groups like these", () => {
    const studies = 300;
    let held = 0;
    for (let study = 0; study < studies; study++) {
      const next = wholeNumbers(5, study);
      const rows = Array.from({ length: 30 }, (_, group) => {
        // A judge who draws lots agrees with people by chance alone, whatever a group has in common.
        const common = next() % 4;
        return Array.from({ length: 4 }, () => ({
          people: 2 + common + (next() % 4),
          judge: 1 + Math.floor(5 * toShare(next())),
          group,
        }));
      }).flat();
      const { low, high } = figuresOf(rows).spearman;
      held += Number((low as number) < 0 && 0 < (high as number));
    }
    expect(held / studies).toBeGreaterThan(0.91);
    expect(held / studies).toBeLessThan(0.985);
  });
});

test("origins are ranked by those that have a mean of both", () => {
  expect(originRanks([2, 3, null, 4], [0.2, 0.3, 0.1, 0.5])).toEqual({ n: 3, rho: 1, tau: 1, reason: null });
  expect(originRanks([1, 1], [2, 3])).toEqual({ n: 2, rho: null, tau: null, reason: "constant" });
});

test("scores that differ in their last digit are tied, whichever way they were computed", () => {
  const people = Float64Array.of(1, 2, 3, 4);
  const groups = Int32Array.of(0, 1, 2, 3);
  const [exact, computed] = [
    [0.3, 0.3, 0.5, 0.6],
    [0.1 + 0.2, 0.3, 0.5, 0.6],
  ].map((scores) => rankAgreement(people, Float64Array.from(scores), groups));
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(computed).toEqual(exact);
});
