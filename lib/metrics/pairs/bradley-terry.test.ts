import { describe, expect, test } from "vitest";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";

type Row = readonly [first: number, second: number, outcome: number, group: number];

const comparisons = (sides: number, rows: readonly Row[]) => ({
  sides,
  first: Int32Array.from(rows, ([first]) => first),
  second: Int32Array.from(rows, ([, second]) => second),
  outcome: Float64Array.from(rows, ([, , outcome]) => outcome),
  group: Int32Array.from(rows, ([, , , group]) => group),
});

const strengthsOf = (sides: number, rows: readonly Row[]) => {
  const found = bradleyTerry(comparisons(sides, rows));
  if (typeof found === "string") throw new Error(found);
  return found;
};

/** Sides that lie so far apart, in log-odds. */
function drawRows(truth: readonly number[], count: number, groups: number, stream: number): Row[] {
  const next = wholeNumbers(11, stream);
  return Array.from({ length: count }, (_, i): Row => {
    const first = next() % truth.length;
    const second = (first + 1 + (next() % (truth.length - 1))) % truth.length;
    const chance = 1 / (1 + Math.exp((truth[second] as number) - (truth[first] as number)));
    return [first, second, Number(toShare(next()) < chance), i % groups];
  });
}

test("two sides differ by the log-odds of the wins, a tie being half of one for each", () => {
  const rows: Row[] = [[0, 1, 1, 0], [0, 1, 1, 1], [1, 0, 1, 2], [0, 1, 0.5, 3]]; // oxfmt-ignore
  const [first, second] = strengthsOf(2, rows).sides;
  expect((first?.value as number) - (second?.value as number)).toBeCloseTo(Math.log(2.5 / 1.5), 9);
  expect((first?.value as number) + (second?.value as number)).toBeCloseTo(0, 12);
});

test("which side stands first, and the order of comparisons, are of no consequence", () => {
  const rows = drawRows([0.5, 0, -0.5], 60, 10, 0);
  const turned = rows.toReversed().map(([a, b, outcome, group]): Row => [b, a, 1 - outcome, group]);
  const [there, back] = [strengthsOf(3, rows), strengthsOf(3, turned)];
  for (const [i, side] of there.sides.entries())
    for (const name of ["value", "low", "high"] as const)
      expect(back.sides[i]?.[name]).toBeCloseTo(side[name] as number, 8);
});

test("one more win raises the winner", () => {
  const rows = drawRows([0.2, 0, -0.2], 40, 8, 1);
  const more = strengthsOf(3, [...rows, [2, 0, 1, 0]]).sides[2]?.value as number;
  expect(more).toBeGreaterThan(strengthsOf(3, rows).sides[2]?.value as number);
});

describe("undefined", () => {
  test.each<[string, number, readonly Row[]]>([
    ["no_items", 2, []],
    ["disconnected", 3, [[0, 1, 0.5, 0]]],
    ["unbeaten", 2, [[0, 1, 1, 0]]],
    ["unbeaten", 4, [[0, 1, 0.5, 0], [2, 3, 0.5, 1], [0, 2, 1, 2], [1, 3, 1, 3]]], // oxfmt-ignore
  ])("%s among %i sides", (reason, sides, rows) => {
    expect(bradleyTerry(comparisons(sides, rows))).toBe(reason);
  });

  test("the interval where a group alone holds a side, or there is one group", () => {
    const even: Row[] = [[0, 1, 0.5, 0], [0, 1, 1, 1], [1, 0, 1, 2]]; // oxfmt-ignore
    const alone = strengthsOf(3, [...even, [2, 0, 0.5, 3]]);
    expect(alone.sides.map(({ reason }) => reason)).toEqual(Array(3).fill("disconnected"));
    const single = strengthsOf(2, [[0, 1, 0.5, 0]]);
    expect(single.sides[0]).toMatchObject({
      value: expect.closeTo(0, 9) as number,
      reason: "too_few_groups",
    });
  });
});

test("what each rater likes otherwise widens an interval, and one rater has none", () => {
  const rows = drawRows([0.3, 0, -0.3], 240, 12, 3);
  const given = comparisons(3, rows);
  const raters = (of: (i: number) => number) =>
    bradleyTerry({ ...given, rater: Int32Array.from(rows.keys(), of) });
  const widthOf = (found: ReturnType<typeof bradleyTerry>) => {
    if (typeof found === "string") throw new Error(found);
    return (found.sides[0]?.high as number) - (found.sides[0]?.low as number);
  };
  // The first prefers the first side wherever it is, the others by chance.
  const [alike, apart] = [
    raters((i) => i % 4),
    raters((i) => (rows[i]?.[rows[i][2] === 1 ? 0 : 1] === 0 ? 0 : 1 + (i % 3))),
  ];
  expect(widthOf(apart)).toBeGreaterThan(1.5 * widthOf(alike));
  expect(widthOf(apart)).toBeGreaterThan(1.5 * widthOf(bradleyTerry(given)));
  const [single] = strengthsOf(3, rows).sides;
  const one = raters(() => 7);
  if (typeof one === "string") throw new Error(one);
  expect(one.sides[0]).toMatchObject({ value: single?.value, low: null, reason: "too_few_raters" });
});

test("intervals hold the strengths about as often as they say", () => {
  const truth = [0.9, 0.3, -0.3, -0.9];
  const studies = 300;
  let held = 0;
  for (let study = 0; study < studies; study++)
    for (const [i, { low, high }] of strengthsOf(4, drawRows(truth, 120, 30, study + 2)).sides.entries())
      held += Number((low as number) <= (truth[i] as number) && (truth[i] as number) <= (high as number));
  expect(held / studies / 4).toBeGreaterThan(0.93);
  expect(held / studies / 4).toBeLessThan(0.98);
});
