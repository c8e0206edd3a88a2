import { expect, test } from "vitest";
import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { labelKappaOfJudge, labelKappaOfPeople } from "#lib/metrics/labels/nominal-kappa.ts";
import { wholeNumbers } from "#lib/metrics/power/random.ts";

const cases = 40;
const next = wholeNumbers(2026, 3);
const draw = (most: number) => Math.floor((next() / 2 ** 32) * most);
const said = Array.from({ length: 3 }, () => Int32Array.from({ length: cases }, () => draw(3)));
const groupOf = Int32Array.from({ length: cases }, (_, at) => at % 10);
const judge = Int32Array.from({ length: cases }, (_, at) => (at % 4 === 0 ? draw(3) : (said[0]?.[at] ?? 0)));

function labelsOf(raters: readonly Int32Array[]) {
  const all = raters.flatMap((own, rater) => Array.from(own, (label, at) => ({ rater, at, label })));
  return {
    raters: raters.length,
    cases,
    labels: 3,
    groupOf,
    rater: Int32Array.from(all, ({ rater }) => rater),
    case: Int32Array.from(all, ({ at }) => at),
    label: Int32Array.from(all, ({ label }) => label),
  };
}
const cohen = (one: Int32Array, other: Int32Array) =>
  cohenKappaInterval(tabulatePair(Int8Array.from(one), Int8Array.from(other))).kappa;

test("against one person it is Cohen's kappa", () => {
  const [first = judge] = said;
  const found = labelKappaOfJudge(labelsOf([first]), judge);
  expect(found.value).toBeCloseTo(cohen(first, judge) ?? NaN, 12);
  expect(found).toMatchObject({ pairs: cases, cases, low: null, reason: "too_few_raters" });
});

test("of two people it is theirs, with both on either side", () => {
  const [first = judge, second = judge] = said;
  const both = Int32Array.from([...first, ...second]);
  const crossed = Int32Array.from([...second, ...first]);
  expect(labelKappaOfPeople(labelsOf([first, second])).value).toBeCloseTo(cohen(both, crossed) ?? NaN, 12);
});

test("an interval over groups and raters holds the value; neither order nor numbers of labels matter", () => {
  const there = labelKappaOfJudge(labelsOf(said), judge);
  expect(there.reason).toBeNull();
  expect(there.low ?? 1).toBeLessThan(there.value ?? 0);
  expect(there.high ?? 0).toBeGreaterThan(there.value ?? 1);
  const turn = (labels: Int32Array) => labels.map((label) => 2 - label);
  const again = labelKappaOfJudge(labelsOf(said.toReversed().map(turn)), turn(judge));
  for (const name of ["value", "low", "high"] as const)
    expect(again[name]).toBeCloseTo(there[name] ?? NaN, 10);
});

test("where there is nothing to compare it says why", () => {
  const none = new Int32Array(cases).fill(-1);
  expect(labelKappaOfJudge(labelsOf(said), none)).toMatchObject({ value: null, reason: "no_pairs" });
  expect(labelKappaOfJudge(labelsOf([]), judge)).toMatchObject({ value: null, reason: "no_items" });
  const alike = new Int32Array(cases);
  expect(labelKappaOfJudge(labelsOf([alike]), alike)).toMatchObject({ value: null, reason: "one_category" });
  expect(labelKappaOfPeople(labelsOf([judge]))).toMatchObject({ value: null, reason: "no_pairs" });
});
