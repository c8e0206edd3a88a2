import { expect, test } from "vitest";
import { listSelectors, type Filter } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases, formatSelection } from "#lib/study-results/overview/selection-words.ts";

const named = (model: string) => ({ model, method: "zero-shot", version: "" });
const filter = (
  model: string,
  way: Filter["way"] = "confidence",
  threshold: number | null = 0.5,
): Filter => ({
  ...named(model),
  way,
  threshold: way === "marked" ? null : threshold,
});
const chosenBy = (reference: string | null, filters: readonly Filter[] = [], threshold = 0.9) =>
  listSelectors(
    { frame: { reference: reference === null ? null : { ...named(reference), threshold } } },
    { filters },
  );

test.each([
  [chosenBy("Oar"), "on cases where Oar was confidently wrong", "在 Oar 确信而答错的题目上"],
  [chosenBy("Oar", [], 0), "on cases that Oar got wrong", "在 Oar 答错的题目上"],
  [chosenBy(null, [filter("Oar")]), "on cases chosen by Oar’s confidence", "在 Oar 按置信度筛选出的题目上"],
  [
    chosenBy(null, [filter("Oar"), { ...filter("Oar"), version: "2" }, filter("lantern")]),
    "on cases chosen by the confidence of Oar and lantern",
    "在 Oar和lantern 按置信度筛选出的题目上",
  ],
  [chosenBy(null, [filter("Oar", "marked")]), "on cases that Oar helped choose", "在 Oar 参与筛选的题目上"],
  [
    chosenBy("sieve", [filter("Oar"), filter("lantern", "marked")]),
    "on cases where sieve was confidently wrong, drawn from cases that Oar and lantern helped choose",
    "在 sieve 确信而答错的题目（取自 Oar和lantern 参与筛选的题目）上",
  ],
])("whoever chose the cases is named with how: %#", (selectors, en, zh) => {
  expect(formatSelection(selectors, "en")).toBe(en);
  expect(formatSelection(selectors, "zh-CN")).toBe(zh);
});

test("cases that nobody chose have no such words, and controls have their own", () => {
  expect(chosenBy(null)).toEqual([]);
  expect(formatSelection(chosenBy(null), "en")).toBeNull();
  expect(formatSelectedCases(chosenBy("Oar"), "en", "control")).toBe("cases that Oar got right");
});

test("a mark of what the lineage names is no second selector", () => {
  const filters = [filter("Oar"), filter("oar", "marked"), filter("Qwen-max", "marked")];
  expect(chosenBy(null, filters).map(({ model }) => model)).toEqual(["Oar", "Qwen-max"]);
});
