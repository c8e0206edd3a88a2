import { expect, test } from "vitest";
import { newParticipantCode, newPassphrase, readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import words from "#lib/auth/secrets/words.json" with { type: "json" };

test("the words are many, different, and easy to type", () => {
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBeGreaterThanOrEqual(256);
  expect(words.filter((word) => !/^[a-z]{3,8}$/.test(word))).toEqual([]);
});

test("a code is three of them with hyphens, a passphrase five with blanks", () => {
  const known = new Set(words);
  const code = newParticipantCode().split("-");
  const passphrase = newPassphrase().split(" ");
  expect([code.length, passphrase.length]).toEqual([3, 5]);
  expect([...code, ...passphrase].filter((word) => !known.has(word))).toEqual([]);
});

test("no two passphrases are alike", () => {
  expect(new Set(Array.from({ length: 500 }, newPassphrase)).size).toBe(500);
});

test.each([
  "heron maple lake stone amber",
  "Heron Maple Lake Stone Amber",
  "heron-maple-lake-stone-amber",
  "  heron,maple;lake\tstone\namber.  ",
  "HERON–MAPLE–LAKE–STONE–AMBER",
])("a passphrase may be typed as %j", (typed) => {
  expect(readPassphrase(typed)).toBe("heron maple lake stone amber");
});

test("reading a passphrase leaves no other one alike", () => {
  expect(readPassphrase("heron maplelake stone amber")).not.toBe("heron maple lake stone amber");
  expect(readPassphrase("")).toBe("");
});
