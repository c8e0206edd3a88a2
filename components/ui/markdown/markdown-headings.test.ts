import { expect, test } from "vitest";
import { placeHeadings } from "#components/ui/markdown/markdown-headings.ts";

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
