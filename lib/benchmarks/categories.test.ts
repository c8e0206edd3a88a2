import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OfferedNames } from "#lib/benchmarks/categories.ts";

const guess = (cases: readonly (readonly string[])[]) => {
  const offered = new OfferedNames();
  for (const names of cases) offered.take(names);
  return offered.guess();
};
const always = (names: readonly string[], cases = 4) => guess(Array.from({ length: cases }, () => names));

describe("what the options of a track are", () => {
  test.each([
    "Child, Teen, College Student, Graduate Student, Expert",
    "child, teenager, undergraduate/college student, grad student, expert",
    "1, 2, 10",
    "-1, 0, 0.5",
    "Strongly disagree, Neither agree nor disagree, agree",
    "非常不同意, 中立, 非常同意",
  ])("has the order that everybody knows: %s", (scale) => {
    const names = scale.split(", ");
    expect(always(names.toReversed())).toEqual({ categories: "ordered", categoryNames: names });
  });

  test("are categories where the same few are offered throughout, whoever is missing here and there", () => {
    const names = ["Rival", "Friend", "Stranger"];
    const shared = { categories: "shared", categoryNames: ["Friend", "Rival", "Stranger"] };
    expect(always(names)).toEqual(shared);
    expect(guess([names, names, names.slice(1), names.slice(0, 2)])).toEqual(shared);
    // Two spellings of one step have no order.
    expect(always(["often", "frequently"]).categories).toBe("shared");
  });

  test.each([
    ["each case has its own", Array.from({ length: 8 }, (_, i) => [`A${i}`, `B${i}`])],
    ["one name comes in fewer than half", [["A", "B"], ["A", "B"], ["A", "B", "C"]]], // oxfmt-ignore
    ["there are two cases", [["A", "B"], ["A", "B"]]], // oxfmt-ignore
    [
      "there are more than twenty",
      Array.from({ length: 4 }, () => Array.from({ length: 21 }, (_, i) => `${i}`)),
    ],
    ["there is one name", [["A"], ["A"], ["A"]]],
    ["there is no case", []],
  ])("belong to their case where %s", (_why, cases) => {
    expect(guess(cases)).toEqual({ categories: "own", categoryNames: [] });
  });
});

test("are ordered in the demonstration's Expertise, and belong to their case in its other tracks", () => {
  const guessOf = (...files: string[]) =>
    guess(
      files.flatMap((file) =>
        readFileSync(`prisma/demo/${file}.jsonl`, "utf8")
          .trim()
          .split("\n")
          .map((line) =>
            (JSON.parse(line) as { options: { name: string }[] }).options.map(({ name }) => name),
          ),
      ),
    );
  expect(guessOf("expertise")).toEqual({
    categories: "ordered",
    categoryNames: ["Child", "Teen", "College Student", "Graduate Student", "Expert"],
  });
  expect(guessOf("literary-a", "literary-b").categories).toBe("own");
  expect(guessOf("drama").categories).toBe("own");
});
