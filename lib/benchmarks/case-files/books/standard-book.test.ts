import { expect, test } from "vitest";
import { StandardBook } from "#lib/benchmarks/case-files/books/standard-book.ts";
import { defineScale } from "#lib/task-kinds/scale.ts";

const points = ["low", "high"].map((en) => ({ label: { en } }));
const scale = (question: string, name = "likeness") => ({ name, question: { en: question }, points });
const labels = (about: string) => ({
  name: "tone",
  labels: [{ name: "warm", about: { en: about } }, { name: "cold" }],
});
const rated = (line: number, given: unknown) => ({ line, kind: "rating" as const, own: { scale: given } });
const told = (line: number, given: unknown, kind: "label" | "codes" = "label") => ({
  line,
  kind,
  own: { labels: given },
});

test("one name is one definition, in a file and beside what is stored", () => {
  const book = new StandardBook(new Map());
  expect(book.enter(rated(1, scale("How alike?")), "a.jsonl")).toBeNull();
  expect(
    book.enter(rated(2, { points, question: { en: "How alike?" }, name: "likeness" }), "a.jsonl"),
  ).toBeNull();
  expect(book.enter(rated(3, scale("How near?")), "a.jsonl")).toMatchObject({
    line: 3,
    column: "scale",
    found: "likeness",
    problem: expect.stringContaining("something else than in a.jsonl, line 1, under the same name") as string,
  });
  expect(book.enter(rated(4, scale("How near?", "nearness")), "a.jsonl")).toBeNull();
  expect(book.enter(rated(5, "rolethink-gold"), "a.jsonl")).toBeNull();
  const known = defineScale(scale("How alike?"));
  const later = new StandardBook(new Map([["scale\nlikeness", known?.definition ?? ""]]));
  expect(later.enter(rated(1, scale("How near?")), "b.jsonl")?.problem).toContain("than in the benchmark");
  expect(later.enter(rated(2, scale("How alike?")), "b.jsonl")).toBeNull();
});

test("a list of labels is named by its labels; label sets and code books share their names", () => {
  const book = new StandardBook(new Map());
  expect(book.enter(told(1, labels("kind words")), "a.jsonl")).toBeNull();
  expect(book.enter(told(2, labels("friendly words"), "codes"), "a.jsonl")).toMatchObject({
    line: 2,
    column: "labels",
  });
  expect(book.enter(told(3, ["yes", "no"]), "a.jsonl")).toBeNull();
  expect(book.enter(told(4, ["yes", "no"], "codes"), "a.jsonl")).toBeNull();
  expect(book.enter({ line: 5, kind: "traits", own: { parts: [] } }, "a.jsonl")).toBeNull();
});
