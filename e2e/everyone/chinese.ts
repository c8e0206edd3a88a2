import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/test.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

type Messages = { [key: string]: string | Messages };

const listSentences = (messages: Messages): string[] =>
  Object.values(messages).flatMap((one) => (typeof one === "string" ? [one] : listSentences(one)));

const chinese = new Set(listSentences(zh));
// Documents are English in either language, and quote what screens say; so is what a study asks in English.
const alwaysEnglish = new Set([
  ...Object.entries(en).flatMap(([name, messages]) =>
    name in zh ? [] : listSentences(messages as Messages),
  ),
  ...listSentences(en.reviewReport),
  "Who is speaking?",
]);
/** What a screen says as it stands, in words that nobody would take for a name. */
const english = new Set(
  listSentences(en).filter(
    (one) => one.split(" ").length > 2 && !/[{<]/.test(one) && !chinese.has(one) && !alwaysEnglish.has(one),
  ),
);

const texts = /<(script|style|textarea)\b.*?<\/\1>|>([^<]+)</gs;

/** What the server drew, without a browser: the page in Chinese, with nothing left in English. */
export async function readChinese(page: Page, address: string, name: string): Promise<void> {
  const answer = await page.request.get(address);
  const html = await answer.text();
  expect.soft(answer.status(), name).toBe(200);
  expect.soft(html.match(/<h1\b/g) ?? [], `headings: ${name}`).toHaveLength(1);
  if (!html.includes('<html lang="zh-CN"')) return;
  const said = [...html.matchAll(texts)].map(([, , text = ""]) =>
    text
      .replaceAll("&#x27;", "'")
      .replace(/ · Benchside$/, "")
      .trim(),
  );
  const left = said.filter((text) => english.has(text));
  expect.soft(left, `left in English: ${name}`).toEqual([]);
}
