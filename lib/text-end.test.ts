import { expect, test } from "vitest";
import { withoutEnd } from "#lib/text-end.ts";

test("signs go from the end alone, however many there are", () => {
  expect(withoutEnd("//a//b//", /\//)).toBe("//a//b");
  expect(withoutEnd("///", /\//)).toBe("");
  const inside = `${"/".repeat(1_000_000)}b`;
  expect(withoutEnd(`${inside}/`, /\//) === inside).toBe(true);
});
