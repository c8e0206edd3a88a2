import { createElement } from "react";
import { expect, test } from "vitest";
import { isNothing, namesOfEmpty, withoutEmpty } from "#components/ui/table/empty-columns.ts";

test.each([
  ["nothing", null],
  ["a dash", { text: "–", isMuted: true }],
  ["none", 0],
  ["none and a line of nothing", [0, { line: "" }, false]],
  ["an empty quotation", { quote: "" }],
])("%s is nothing", (_, cell) => {
  expect(isNothing(cell)).toBe(true);
});

test.each([
  ["a count", 3],
  ["a word in a line", [0, { line: "and 2 simulated" }]],
  ["a mark", { badge: "Demo" }],
  ["what is drawn already", createElement("span")],
])("%s is something", (_, cell) => {
  expect(isNothing(cell)).toBe(false);
});

const columns = [
  { key: "model", label: "Model" },
  { key: "failed", label: "Failed", mayGo: true },
  { key: "missing", label: "Unanswered", mayGo: true },
  { key: "right", label: "Right" },
];
const row = (id: string, missing: number) => ({ id, cells: { model: id, failed: 0, missing, right: 0 } });

test("a column goes where nothing stands in any of its rows, if it may, and its name is told", () => {
  const rows = [row("lamp", 0), row("lantern", 2)];
  expect(withoutEmpty(columns, rows).map(({ key }) => key)).toEqual(["model", "missing", "right"]);
  expect(namesOfEmpty(columns, rows)).toEqual(["Failed"]);
});

test("a table without rows keeps all its columns", () => {
  expect(withoutEmpty(columns, [])).toHaveLength(4);
  expect(namesOfEmpty(columns, [])).toEqual([]);
});
