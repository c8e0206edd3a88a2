import { expect, test } from "vitest";
import { suggestSources } from "#lib/benchmarks/sources/suggest-sources.ts";

const caseOf = (key: string, names: string[], track = "Literary") => ({ track, case: key, names });

test("cases with a full name or two names in common are of one work, called by who is in most of them", () => {
  const found = suggestSources([
    caseOf("a", ["Anna Reed", "Tom"]),
    caseOf("b", ["ANNA REED", "Will"]),
    caseOf("c", ["Tom", "Will"]),
    caseOf("d", ["Will", "Tom"]),
    caseOf("e", ["Tom", "Ida"]),
    caseOf("f", ["The King", "Ida"]),
    caseOf("g", ["The King", "Bo"]),
    caseOf("h", ["Anna Reed", "Tom"], "Drama"),
    caseOf("i", []),
  ]);
  expect(found.map(({ source }) => source)).toEqual([
    "Anna Reed, Tom",
    "Anna Reed, Tom",
    "Tom, Will",
    "Tom, Will",
    "",
    "",
    "",
    "",
    "",
  ]);
});
