import { describe, expect, test } from "vitest";
import { handleInput } from "#lib/auth/schema.ts";
import { handleFrom, newUserInput } from "#lib/users/schema.ts";

describe("the handle made from a name", () => {
  test.each([
    ["Ana Núñez", "ana-nunez"],
    ["Dr. Ana Núñez", "dr-ana-nunez"],
    ["  O'Brien, Conor  ", "o-brien-conor"],
    ["李明", "李明"],
    ["Мария Петрова", "мария-петрова"],
    ["김민수", "김민수"],
    ["Ｗｉｄｅ", "wide"],
    ["Agent 47", "agent-47"],
    ["李", "user-李"],
    ["𠮷", "user-𠮷"],
    ["X", "user-x"],
    ["!!!", "user"],
  ])("of %s is %s", (name, handle) => {
    expect(handleFrom(name)).toBe(handle);
  });

  test.each([
    ["हिन्दी", "हिन्दी"],
    ["がく", "がく"],
    [`${"a".repeat(49)} b`, "a".repeat(49)],
  ])("of %s keeps what belongs to the word", (name, handle) => {
    expect(handleFrom(name)).toBe(handle);
  });

  test.each(["a".repeat(200), "𠮷".repeat(100), "ab ".repeat(60)])(
    "of a long name leaves room for a number",
    (name) => {
      const handle = handleFrom(name);
      expect([...handle].length).toBeLessThanOrEqual(50);
      expect(handle).not.toMatch(/\p{Surrogate}/u);
    },
  );

  test.each(["Ana Núñez", "김민수", "İbrahim", "ΟΔΥΣΣΕΥΣ", "Straße", "李", "a".repeat(200)])(
    "of %s is what the sign-in page reads when it is typed",
    (name) => {
      expect(handleInput.parse(handleFrom(name))).toBe(handleFrom(name));
    },
  );
});

test.each([
  [
    { name: " Ana ", role: "admin" },
    { name: "Ana", role: "admin" },
  ],
  [{ name: "", role: "admin" }, null],
  [{ name: "   ", role: "admin" }, null],
  [{ name: "a".repeat(201), role: "admin" }, null],
  [{ name: "A\0na", role: "admin" }, null],
  [{ name: "Ana", role: "owner" }, null],
  [{ name: "Ana" }, null],
])("a new person is read from %j", (given, expected) => {
  expect(newUserInput.safeParse(given).data ?? null).toEqual(expected);
});
