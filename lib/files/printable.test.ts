import { describe, expect, test } from "vitest";
import { findInvalidByte, printable, printableAround, withoutHalfCharacter } from "#lib/files/printable.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("what is printed is visible and short", () => {
  test.each([
    ["plain", "Anna, 艾米莉亚, 😀", "Anna, 艾米莉亚, 😀"],
    ["control characters", "a\0b\nc\u0085", "a\\u{0}b\\u{A}c\\u{85}"],
    ["zero-width characters", "a\u200Bb\uFEFFc\u00ADd", "a\\u{200B}b\\u{FEFF}c\\u{AD}d"],
    ["characters that turn the direction", "a\u202Eb\u2066c\u200F", "a\\u{202E}b\\u{2066}c\\u{200F}"],
    ["half of a pair", "a\uD83D", "a\\u{D83D}"],
    ["markup is only text", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["80 characters", "😀".repeat(80), "😀".repeat(80)],
    ["81 characters", "😀".repeat(81), `${"😀".repeat(79)}…`],
    ["an escape that has no room", `${"x".repeat(78)}\u200Bx`, `${"x".repeat(78)}…`],
  ])("%s", (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test.each([
    ["Latin-1", bytes("Gr\xfc\xdfe"), "Gr\\xFC\\xDFe"],
    ["a character cut off", bytes("a\xe2\x82"), "a\\xE2\\x82"],
    ["a character written too long", bytes("\xc0\xaf"), "\\xC0\\xAF"],
    ["half of a pair", bytes("\xed\xa0\xbd"), "\\xED\\xA0\\xBD"],
  ])("bytes that are no UTF-8: %s", (_, given, shown) => {
    expect(printable(given)).toBe(shown);
  });
});

test("the first byte that is wrong", () => {
  expect(findInvalidByte(Buffer.from("Anna 艾 😀"))).toBe(-1);
  expect(findInvalidByte(Buffer.concat([Buffer.from("艾"), bytes("a\xff")]))).toBe(4);
});

test("around a place begins with a whole character", () => {
  const text = Buffer.from("艾".repeat(40));
  expect(printableAround(text, 61, 10)).toMatch(/^艾{23}$/);
});

test("the beginning of a character is taken off, a whole one stays", () => {
  const whole = Buffer.from("a艾");
  expect(withoutHalfCharacter(whole)).toEqual(whole);
  expect(withoutHalfCharacter(whole.subarray(0, 3))).toEqual(Buffer.from("a"));
  expect(withoutHalfCharacter(Buffer.from("😀").subarray(0, 3))).toHaveLength(0);
});
