import { expect, test } from "vitest";
import type { DemoCase } from "#lib/demo/baselines.ts";
import { syntheticRuns } from "#lib/demo/synthetic.ts";

const options = ["Ada", "Bo", "Cy", "Di"].map((name) => ({ name, profile: "" }));
const cases = Array.from({ length: 100 }, (_, i): DemoCase => {
  const gold = options[i % 4]?.name ?? "";
  return { id: `c${i}`, track: "Literary", content: { turns: [] }, options, gold };
});

test("synthetic runs are right as often as they were fitted to be, in the same way each time", () => {
  const shares = syntheticRuns.map(({ answer }) => {
    const right = cases.filter((item) => {
      const given = answer(item, cases);
      expect(given.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
      expect(answer(item, [...cases])).toEqual(given);
      return options[given.indexOf(Math.max(...given))]?.name === item.gold;
    });
    return right.length;
  });
  expect(shares).toEqual([41, 50, 57, 63, 70, 78, 83, 87]);
});
