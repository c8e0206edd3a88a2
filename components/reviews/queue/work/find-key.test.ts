import { describe, expect, test } from "vitest";
import { findKey, keyOfChoice } from "#components/reviews/queue/work/find-key.ts";

describe("digits", () => {
  test("up to nine choices have one each", () => {
    expect(keyOfChoice(6, 7)).toBe("7");
    expect(findKey("7", "", 7)).toEqual({ act: "choose", index: 6 });
    expect(findKey("8", "", 7)).toEqual({ act: "forget" });
    expect(findKey("0", "", 7)).toEqual({ act: "forget" });
  });

  test("more have two, whichever they are", () => {
    expect(keyOfChoice(2, 12)).toBe("03");
    expect(findKey("0", "", 12)).toEqual({ act: "wait", digits: "0" });
    expect(findKey("3", "0", 12)).toEqual({ act: "choose", index: 2 });
    expect(findKey("1", "", 12)).toEqual({ act: "wait", digits: "1" });
    expect(findKey("2", "1", 12)).toEqual({ act: "choose", index: 11 });
    expect(findKey("3", "1", 12)).toEqual({ act: "forget" });
  });
});

test("letters decide, and everything else does nothing", () => {
  expect(findKey("a", "1", 12)).toEqual({ act: "accept" });
  expect(findKey("Enter", "", 3)).toEqual({ act: "send" });
  for (const reading of ["j", "k", "s", "/", "n", "p", "m", "[", "]", "Tab", "ArrowDown"])
    expect(findKey(reading, "", 3)).toBeNull();
});
