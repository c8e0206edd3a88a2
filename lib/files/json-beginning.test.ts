import { expect, test } from "vitest";
import { closeJson } from "#lib/files/json-beginning.ts";

const whole = JSON.stringify({ a: "x,{[", b: [1, { c: [] }, "y"], d: { e: null, f: 2.5 }, g: true });

test("a document that is cut anywhere behind its first comma reads as what stands before", () => {
  const first = whole.indexOf(',"b"');
  for (let end = first + 1; end < whole.length; end += 1) {
    const read = JSON.parse(closeJson(whole.slice(0, end))) as Record<string, unknown>;
    expect(read.a).toBe("x,{[");
  }
  expect(JSON.parse(closeJson(whole.slice(0, whole.indexOf(',"f"') + 4)))).toEqual({
    a: "x,{[",
    b: [1, { c: [] }, "y"],
    d: { e: null },
  });
});

test("sixty thousand lists that are open are closed", () => {
  expect(JSON.parse(closeJson(`${"[".repeat(60_000)}1,2`))).toHaveLength(1);
});
