import { expect, test } from "vitest";
import { isOther, formatLanguage } from "#lib/i18n/other-language.ts";

test.each([
  ["en", "en", false, "English"],
  ["en-GB", "en", false, "English"],
  ["zh", "zh-CN", false, "中文"],
  ["zh-Hant", "zh-CN", false, "中文"],
  ["zh", "en", true, "Chinese"],
  ["en", "zh-CN", true, "英语"],
  ["fr", "en", true, "French"],
  ["q1", "en", true, "q1"],
] as const)("a passage in %s for a reader of %s", (language, reader, isForeign, name) => {
  expect(isOther(language, reader)).toBe(isForeign);
  expect(formatLanguage(language, reader)).toBe(name);
});
