import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import type { Locale } from "#lib/i18n/locale.ts";
import { formatFinding } from "#lib/studies/findings/wording.ts";
import type { Finding } from "#lib/studies/schema.ts";

// A type of every key there is would be worked out for nothing.
const translate = (locale: Locale, messages: Record<string, unknown>) =>
  createTranslator({ locale, messages });
const inEnglish = translate("en", en);
const inChinese = translate("zh-CN", zh);

test.each<[string, Finding["values"], string, string]>([
  [
    "consent_incomplete",
    { fields: "institution, payment" },
    "“Institution” and “Payment”",
    "“研究机构”和“报酬”",
  ],
  ["language_unfinished", { language: "zh-CN", parts: "debrief" }, "in Chinese", "以下中文文本"],
  ["language_unfinished", { language: "en", parts: "debrief" }, "empty: “Debrief”", "：“事后说明”"],
  ["unknown_field", { language: "en", part: "title", name: "n" }, "The title in English", "英文文本中"],
  ["mixed_track", { track: "Drama", kinds: "choice, texts" }, "“Choice” and “Texts”", "和"],
  ["mixed_languages", { languages: "en, fr" }, "English and French", "英文和法语"],
  ["a_code_without_words", {}, "a_code_without_words", "a_code_without_words"],
])("%s calls things as its reader’s screens do", (code, values, english, chinese) => {
  const finding: Finding = { step: "words", code, values };
  expect(formatFinding(inEnglish, finding, "en")).toContain(english);
  expect(formatFinding(inChinese, finding, "zh-CN")).toContain(chinese);
});
