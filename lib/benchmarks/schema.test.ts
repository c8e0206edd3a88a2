import { expect, test } from "vitest";
import { readSegment } from "#lib/benchmarks/schema.ts";

test("a part of an address is read as it was written, unless no address of ours has it", () => {
  expect(readSegment("who-speaks-%E8%B0%81")).toBe("who-speaks-谁");
  for (const strange of ["%", "%E8%B0", "a%00b"]) expect(readSegment(strange)).toBeNull();
});
