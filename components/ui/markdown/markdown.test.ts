import { describe, expect, test } from "vitest";
import { allowAddress, placeHeadings } from "#components/ui/markdown/markdown.tsx";

describe("addresses in texts", () => {
  test.each([
    ["https://example.org/study?a=1#b", "https://example.org/study?a=1#b"],
    [" http://example.org/研究 ", "http://example.org/%E7%A0%94%E7%A9%B6"],
    ["mailto:ethics@example.org", "mailto:ethics@example.org"],
    ["HTTPS://EXAMPLE.org", "https://example.org/"],
  ])("%s leads there", (written, address) => {
    expect(allowAddress(written)).toBe(address);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "//example.org",
    "/admin/people",
    "people",
    "#top",
    "",
  ])("%j leads nowhere", (written) => {
    expect(allowAddress(written)).toBeNull();
  });
});

const heading = (depth: number) => ({ type: "heading", depth });
const placed = (depths: readonly number[], under: number) => {
  const headings = depths.map(heading);
  const [first, ...rest] = headings;
  // The first stands inside something else, as in a quotation.
  const quoted = { type: "blockquote", children: first ? [first] : [] };
  placeHeadings({ under })({ type: "root", children: [quoted, ...rest] });
  return headings.map(({ depth }) => depth);
};

test.each([
  [[1, 2, 1], 1, [2, 3, 2]],
  [[2, 2], 1, [2, 2]],
  [[3, 1, 6], 1, [3, 2, 4]],
  [[1, 2, 3], 4, [5, 6, 6]],
  [[], 1, []],
])("headings of depth %j under one of level %i become %j", (written, under, expected) => {
  expect(placed(written, under)).toEqual(expected);
});
