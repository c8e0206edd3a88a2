import { describe, expect, test } from "vitest";
import { chooseLocale, isLocale } from "#lib/i18n/locale.ts";

const choose = (asked: { cookie?: string; acceptLanguage?: string | null }) =>
  chooseLocale({ cookie: undefined, acceptLanguage: null, ...asked });

describe("the language of a page", () => {
  test.each([
    [null, "en"],
    ["", "en"],
    ["zh", "zh-CN"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"],
    ["zh-Hant-TW", "zh-CN"],
    ["ZH-cn", "zh-CN"],
    ["en-GB,zh;q=0.9", "en"],
    ["en;q=0.5, zh;q=0.8", "zh-CN"],
    ["de,fr;q=0.9", "en"],
    ["de, zh;q=0.1", "zh-CN"],
    ["zh;q=0, en", "en"],
    ["*", "en"],
    ["zhx", "en"],
    [";;;,,q=", "en"],
    ["zh;q=nonsense", "zh-CN"],
  ])("without a choice follows the browser: %j", (acceptLanguage, expected) => {
    expect(choose({ acceptLanguage })).toBe(expected);
  });

  test("follows the person's choice before the browser's wish", () => {
    expect(choose({ cookie: "en", acceptLanguage: "zh-CN" })).toBe("en");
    expect(choose({ cookie: "zh-CN", acceptLanguage: "en" })).toBe("zh-CN");
  });

  test.each(["zh", "de", "", "__proto__"])("ignores a choice that doesn't exist: %j", (cookie) => {
    expect(choose({ cookie, acceptLanguage: "zh" })).toBe("zh-CN");
  });
});

test("only the two languages that exist are languages", () => {
  expect(["en", "zh-CN"].map(isLocale)).toEqual([true, true]);
  expect(["zh", "EN", null, undefined, 1, {}].map(isLocale)).not.toContain(true);
});
