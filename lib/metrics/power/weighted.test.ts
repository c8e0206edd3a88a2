import { expect, test } from "vitest";
import { prepareWeighted, type PlannedPiece } from "#lib/metrics/power/weighted.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { weightedInterval } from "#lib/metrics/two-way/weighted.ts";

const expectWeighted = (parts: readonly (readonly PlannedPiece[])[], { people, ...given }: typeof plan) =>
  prepareWeighted(given)(parts, people);
const plan = { people: 20, accuracy: 0.8, personSpread: 0.5, caseSpread: 1 };
const sizes = [20, 10, 20];
const shares = [0.2, 0.15, 0.65];
const parts = sizes.map((cases, i) => [{ share: shares[i] as number, cases, casesPerPerson: cases }]);
const widthOf = (bounds: { low: number | null; high: number | null } | null) =>
  (bounds?.high ?? NaN) - (bounds?.low ?? NaN);

/** One study in which everybody answers everything, of people and cases in log-odds. */
function draw(seed: number) {
  const { share } = randomShares(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const skill = Array.from({ length: plan.people }, () => plan.personSpread * normal());
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  return sizes.map((cases, part) => {
    const first = before;
    before += cases;
    // 1.66 in the middle is 80 % over everybody and everything.
    const ease = Array.from({ length: cases }, () => 1.66 + plan.caseSpread * normal());
    const count = plan.people * cases;
    const mean = twoWayMean({
      people: plan.people,
      cases: all,
      person: Int32Array.from({ length: count }, (_, i) => i % plan.people),
      case: Int32Array.from({ length: count }, (_, i) => first + Math.floor(i / plan.people)),
      score: Float64Array.from({ length: count }, (_, i) => {
        const odds = (skill[i % plan.people] as number) + (ease[Math.floor(i / plan.people)] as number);
        return share() < 1 / (1 + Math.exp(-odds)) ? 1 : 0;
      }),
    });
    if (!mean) throw new Error("nobody answered");
    return { share: shares[part] as number, mean };
  });
}

test("is as wide as the intervals of such studies are on the average", () => {
  const expected = widthOf(expectWeighted(parts, plan));
  let sum = 0;
  for (let seed = 0; seed < 120; seed++) sum += widthOf(weightedInterval(draw(seed)));
  expect(sum / 120 / expected).toBeGreaterThan(0.93);
  expect(sum / 120 / expected).toBeLessThan(1.07);
});

test("narrows with people and cases, most with those of the largest part, and needs two of each", () => {
  const width = (sized: readonly number[], people = 20) =>
    widthOf(
      expectWeighted(
        sized.map((cases, i) => [{ share: shares[i] as number, cases, casesPerPerson: cases }]),
        { ...plan, people },
      ),
    );
  expect(width([20, 10, 20], 40)).toBeLessThan(width([20, 10, 20]));
  expect(width([10, 10, 30])).toBeLessThan(width([20, 10, 20]));
  expect(width([30, 10, 10])).toBeGreaterThan(width([20, 10, 20]));
  expect([width([20, 1, 20]), width([20, 10, 20], 1)]).toEqual([NaN, NaN]);
});
