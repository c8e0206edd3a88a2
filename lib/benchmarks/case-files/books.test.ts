import { expect, test } from "vitest";
import { BenchmarkBook } from "#lib/benchmarks/case-files/books.ts";
import { defineScale } from "#lib/task-kinds/scale.ts";

const bookOf = (standards: [key: string, definition: string][] = []) => {
  const book = new BenchmarkBook({ groups: new Map(), standards: new Map(standards) });
  return (row: Parameters<typeof book.enter>[0], file = "a.jsonl") => book.enter(row, "Gold", file);
};
const points = ["low", "high"].map((en) => ({ label: { en } }));
const scale = (question: string, name = "likeness") => ({ name, question: { en: question }, points });
const labels = (about: string) => ({
  name: "tone",
  labels: [{ name: "warm", about: { en: about } }, { name: "cold" }],
});
const rated = (line: number, given: unknown) => ({
  line,
  kind: "rating" as const,
  group: null,
  own: { scale: given },
});
const told = (line: number, given: unknown, kind: "label" | "codes" = "label") => ({
  line,
  kind,
  group: null,
  own: { labels: given },
});

test("one name is one definition, in a file and beside what is stored", () => {
  const enter = bookOf();
  expect(enter(rated(1, scale("How alike?")))).toBeNull();
  expect(enter(rated(2, { points, question: { en: "How alike?" }, name: "likeness" }))).toBeNull();
  expect(enter(rated(3, scale("How near?")))).toMatchObject({
    line: 3,
    column: "scale",
    found: "likeness",
    problem: expect.stringContaining("something else than in a.jsonl, line 1, under the same name") as string,
  });
  expect(enter(rated(4, scale("How near?", "nearness")))).toBeNull();
  expect(enter(rated(5, "rolethink-gold"))).toBeNull();
  const known = defineScale(scale("How alike?"));
  const enterLater = bookOf([["scale\nlikeness", known?.definition ?? ""]]);
  expect(enterLater(rated(1, scale("How near?")), "b.jsonl")?.problem).toContain("than in the benchmark");
  expect(enterLater(rated(2, scale("How alike?")), "b.jsonl")).toBeNull();
});

test("a list of labels is named by its labels; label sets and code books share their names", () => {
  const enter = bookOf();
  expect(enter(told(1, labels("kind words")))).toBeNull();
  expect(enter(told(2, labels("friendly words"), "codes"))).toMatchObject({
    line: 2,
    column: "labels",
  });
  expect(enter(told(3, ["yes", "no"]))).toBeNull();
  expect(enter(told(4, ["yes", "no"], "codes"))).toBeNull();
  expect(enter({ line: 5, kind: "traits", group: null, own: { parts: [] } })).toBeNull();
});
