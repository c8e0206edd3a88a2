import { describe, expect, test } from "vitest";
import { handleInput, nextInput, signInInput, readTyped } from "#lib/auth/schema.ts";
import { readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import { readCode } from "#lib/studies/codes/schema.ts";

describe("where to go after signing in", () => {
  test.each([
    "/",
    "/studies",
    "/studies/1?sort=-name&filter=a%20b#top",
    "/account/password?first=1",
    "/a//b",
  ])("may be the path %s", (path) => {
    expect(nextInput.parse(path)).toBe(path);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    " /studies",
    "/studies\n//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/./\\evil.example",
    "/%2e%2E//evil.example",
    "/studies/../..//evil.example",
    42,
    null,
    undefined,
  ])("is never %j", (elsewhere) => {
    expect(nextInput.parse(elsewhere)).toBeUndefined();
  });

  test("always stays on this origin for a browser that resolves it", () => {
    const resolve = (path: string) => new URL(path, "https://study.example.org");
    for (const trick of [
      "/%2f/evil.example",
      "/@evil.example",
      "/x/\\evil.example",
      "/x/..\\..//evil.example",
    ]) {
      const { origin, pathname } = resolve(nextInput.parse(trick) ?? "/");
      expect(origin, trick).toBe("https://study.example.org");
      // A router reads the path anew.
      expect(resolve(pathname).origin, trick).toBe("https://study.example.org");
    }
  });
});

describe("a sign-in name", () => {
  test("is read without capitals and blanks around it", () => {
    expect(handleInput.parse("  Ana-Nunez ")).toBe("ana-nunez");
  });

  test.each(["", "   ", "a".repeat(65), "a\0na"])("is refused: %j", (handle) => {
    expect(handleInput.safeParse(handle).success).toBe(false);
  });
});

test("a wrong place to go doesn't keep anybody from signing in", () => {
  const given = { handle: "ana-nunez", secret: "a secret", next: "//evil.example" };
  expect(signInInput.parse(given)).toEqual({ ...given, keep: false, next: undefined });
});

/** One text, as a hand, a phone, a word processor and a Chinese keyboard write it. */
const ways: readonly [how: string, write: (code: string) => string][] = [
  ["as it stands", (code) => code],
  ["in capitals", (code) => code.toUpperCase()],
  ["with a capital at its beginning", (code) => code.slice(0, 1).toUpperCase() + code.slice(1)],
  ["with blanks", (code) => code.replaceAll("-", " ")],
  ["with several blanks", (code) => code.replaceAll("-", "   ")],
  ["with blanks around its hyphens", (code) => code.replaceAll("-", " - ")],
  ["with blanks that don't break", (code) => code.replaceAll("-", "\u00a0")],
  ["with full-width blanks", (code) => code.replaceAll("-", "\u3000")],
  ["with underscores", (code) => code.replaceAll("-", "_")],
  ["with dashes", (code) => code.replaceAll("-", "–")],
  ["with long dashes", (code) => code.replaceAll("-", "——")],
  ["with a hyphen that doesn't break", (code) => code.replaceAll("-", "\u2011")],
  ["with a minus", (code) => code.replaceAll("-", "\u2212")],
  ["with full-width hyphens", (code) => code.replaceAll("-", "－")],
  ["with the long mark of a Japanese keyboard", (code) => code.replaceAll("-", "ー")],
  ["with middle dots", (code) => code.replaceAll("-", "·")],
  [
    "in full-width letters",
    (code) => code.replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  ],
  [
    "in full-width capitals",
    (code) => code.toUpperCase().replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  ],
  ["with blanks and a line end around it", (code) => `  ${code} \r\n`],
  ["over two lines", (code) => code.replace("-", "-\n")],
  ["with a mark of byte order in front", (code) => `\ufeff${code}`],
  ["with characters that aren't seen", (code) => [...code].join("\u200b")],
  ["with soft hyphens in its words", (code) => code.replace(/^../, "$&\u00ad")],
];

describe.each(ways)("typed %s", (_how, write) => {
  test("a participant's code is the same", () => {
    expect(handleInput.parse(write("amber-otter-lake"))).toBe("amber-otter-lake");
  });
  test("a passphrase is the same", () => {
    expect(readPassphrase(write("heron-maple-lake-stone-amber"))).toBe("heron maple lake stone amber");
  });
  test("the code of an invitation, or of somebody who has finished, is the same", () => {
    expect(readCode(write("abcde-12345"))).toBe("abcde12345");
  });
});

test("a name of staff that has the long mark in it keeps it", () => {
  expect(handleInput.parse("ケーキ サリー")).toBe("ケーキ-サリー");
});

test("what is another code stays another", () => {
  expect(readTyped("amber-otterlake")).not.toBe(readTyped("amber-otter-lake"));
  expect(readTyped("amber-otter-lake-2")).not.toBe(readTyped("amber-otter-lake"));
  expect(readTyped(" - _ ")).toBe("");
  expect(handleInput.safeParse("——").error?.issues[0]?.message).toBe("empty");
  expect(handleInput.safeParse("amber\0otter").error?.issues[0]?.message).toBe("wrong_character");
});
