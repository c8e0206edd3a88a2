import fc from "fast-check";
import { expect, test } from "vitest";
import { readProfile } from "#lib/task-kinds/choice/profile-text.ts";

test("marks of Markdown are not read", () => {
  expect(
    readProfile("## Who **she** is\n**Name:** Ilse\n- rows\n- sleeps in the *boat-house*\n---\n__Old__"),
  ).toBe("Who she is\nName: Ilse\n• rows\n• sleeps in the boat-house\nOld");
  expect(readProfile("他是**船夫**，住在河边。")).toBe("他是船夫，住在河边。");
});

test("what isn’t a mark stays as it is", () => {
  const plain = [
    "5 * 3 * 2",
    "snake_case_name",
    "a ** b",
    "#1 in her class",
    "He says – nothing - at all.",
    "3*4*5",
    "-40 degrees",
    "**unfinished",
  ];
  for (const profile of plain) expect(readProfile(profile)).toBe(profile);
});

test("no letter or digit is ever lost or moved", () => {
  const piece = fc.constantFrom(
    "a",
    "字",
    "7",
    " ",
    "\n",
    "*",
    "**",
    "_",
    "__",
    "#",
    "# ",
    "- ",
    "\\",
    "•",
    "–",
  );
  const letters = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join("");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const profile = pieces.join("");
      expect(letters(readProfile(profile))).toBe(letters(profile));
    }),
    { seed: 15, numRuns: 2000 },
  );
});

test.each([
  ["blanks in a heading", `# a${" ".repeat(1_000_000)}b`, `a${" ".repeat(1_000_000)}b`],
  ["hashes in a heading", `# a${"#".repeat(1_000_000)}b`, `a${"#".repeat(1_000_000)}b`],
  ["stars without an end", " *a".repeat(300_000), " *a".repeat(300_000)],
])("a million %s are read once", (_, profile, expected) => {
  expect(readProfile(profile) === expected).toBe(true);
});
