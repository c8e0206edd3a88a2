import { expect, test } from "vitest";
import { preferredLanguage } from "#scripts/serve/unavailable.ts";

test.each([
  [undefined, "en"],
  ["zh-TW,zh;q=0.9,en;q=0.8", "zh-CN"],
  ["en-GB,en;q=0.9,zh;q=0.1", "en"],
  ["de-DE,de;q=0.9", "en"],
  ["fr, zh-CN;q=0.5", "zh-CN"],
])("a browser that asks for %s reads %s", (asked, read) => {
  expect(preferredLanguage(asked)).toBe(read);
});
