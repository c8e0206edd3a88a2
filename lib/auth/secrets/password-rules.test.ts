import { describe, expect, test } from "vitest";
import { checkPassword } from "#lib/auth/secrets/password-rules.ts";

const owner = { name: "Ana Núñez", handle: "ana-nunez" };
const check = (password: string) => checkPassword(password, owner);
const refusal = (error: string) => ({ ok: false, error });

describe("a password", () => {
  test.each([
    "heron maple lake stone",
    "correct pony battery staple",
    "xK9#mQ2$vL7!",
    "我喜欢在雨天的下午读一本书",
    "twelve chars",
    "the café in Ana's street",
    "all that the harbour master said on the quay that evening, before the ferry came in late again",
  ])("may be %j", (password) => {
    expect(check(password)).toMatchObject({ ok: true });
  });

  test.each(["", "elevenchars", "👩‍👩‍👧", "xK9#mQ2$vL7"])("is too short: %j", (password) => {
    expect(check(password)).toEqual(refusal("too_short"));
  });

  test("is measured in characters, not in bytes or halves of them", () => {
    expect(check("𠮷".repeat(3) + "四五六七八九十")).toEqual(refusal("too_short"));
  });

  test.each([
    "passwordpassword",
    "PASSWORD-password",
    "p4ssw0rdp4ssw0rd",
    "Password1234",
    "qwertyuiopasdf",
    "abcdefghijkl",
    "lkjihgfedcba",
    "123456789012",
    "aaaaaaaaaaaaaa",
    "abababababab",
    "abc123abc123",
    "------------",
    "correct horse battery staple",
    // Of the ten thousand: itself, with digits behind it, over and over, and in other letters.
    "1qaz2wsx3edc",
    "snowboard2024",
    "MISSISSIPPI-1999",
    "dragondragon",
    "Bu1ld1ng 2025",
  ])("is among the first ones a stranger would try: %j", (password) => {
    expect(check(password)).toEqual(refusal("too_common"));
  });

  test.each(["Ana Núñez 12!", "ana-nunez-123", "ananunezana!"])(
    "is little more than the name: %j",
    (password) => {
      expect(check(password)).toEqual(refusal("same_as_name"));
    },
  );

  test("may hold a short name by chance", () => {
    expect(checkPassword("bold heron maple", { name: "Bo", handle: "bo" })).toMatchObject({ ok: true });
  });
});
