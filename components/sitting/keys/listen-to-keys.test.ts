import { expect, test } from "vitest";
import { readKey } from "#components/sitting/keys/listen-to-keys.ts";

const pressed = (key: string, code: string, shiftKey = false) => readKey({ key, code, shiftKey });

test("a key is what it writes, whatever its place and case", () => {
  expect(pressed("n", "KeyN")).toBe("n");
  expect(pressed("N", "KeyN", true)).toBe("n");
  expect(pressed("n", "KeyL")).toBe("n");
  expect(pressed("l", "KeyN")).toBe("l");
  expect(pressed("3", "Numpad3")).toBe("3");
  expect(pressed("?", "Minus", true)).toBe("?");
  expect(pressed("？", "Slash", true)).toBe("?");
});

test("where it writes neither a digit nor a Latin letter, its place tells", () => {
  expect(pressed("&", "Digit1")).toBe("1");
  expect(pressed("т", "KeyN")).toBe("n");
  expect(pressed("Process", "KeyP")).toBe("p");
});

test("a sign is no digit, and a key that moves in a page is no letter", () => {
  expect(pressed("!", "Digit1", true)).toBe("!");
  expect(pressed("End", "Numpad1")).toBe("End");
  expect(pressed("ArrowRight", "ArrowRight")).toBe("ArrowRight");
  expect(pressed("ö", "Semicolon")).toBe("ö");
  expect(pressed("Dead", "KeyN")).toBe("Dead");
});
