import { expect, test } from "vitest";
import { inDigits, inPercent } from "#lib/figures/written.ts";

test("what rounds to nothing has no sign, everything below has a minus", () => {
  expect([-0.0004, -0, -1e-17, -0.0006, 0.0006].map((share) => inPercent(share))).toEqual([
    "0.0",
    "0.0",
    "0.0",
    "−0.1",
    "0.1",
  ]);
  expect([-0.004, -0.4, -10].map((value) => inDigits(value, 2))).toEqual(["0.00", "−0.40", "−10.00"]);
  expect(inDigits(-0.4, 0)).toBe("0");
});
