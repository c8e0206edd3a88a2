import { describe, expect, test } from "vitest";
import { handleInput, nextInput, signInInput } from "#lib/auth/schema.ts";

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
