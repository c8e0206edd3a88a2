import { statesOf } from "#e2e/participant/passing.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { zhT } from "#e2e/support/words.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { cannotReadChoice } from "#lib/sittings/answers/fields.ts";

// The cases are in English.
async function openInChinese(questions: Record<string, unknown> = {}) {
  const sitter = await beginAt(await openedStudy({ questions }));
  const reader = new Reader(openBrowser(product.url, { language: "zh-CN" }));
  await reader.signIn(personOf(sitter));
  const first = `/sittings/${sitter.sittingId}/1`;
  await reader.goto(first);
  reader.expectWords(zhT("sitting.case.otherLanguage", { language: "英语" }));
  return { reader, sitter, first };
}

test("a case is passed, and chosen after all", async () => {
  const confidence = { ask: "optional", form: "slider", guided: true };
  const { reader, sitter, first } = await openInChinese({ mayPass: true, confidence });
  reader.expectWords(zhT("sitting.extra.guessing", { count: "4", value: "25" }));
  await reader.press(zhT("sitting.case.next"), { choice: cannotReadChoice });
  expect(await statesOf(sitter.sittingId)).toEqual(["passed"]);
  await reader.goto(first);
  expect(reader.field("choice")).toBe(cannotReadChoice);
  await reader.press(zhT("sitting.case.next"), { choice: "2" });
  expect(await statesOf(sitter.sittingId)).toEqual(["chosen"]);
});

test("passing isn’t offered where the plan doesn’t say so", async () => {
  const { reader } = await openInChinese();
  expect(reader.hasField("choice", "0")).toBe(true);
  expect(reader.hasField("choice", cannotReadChoice)).toBe(false);
});
