import { localeCookie } from "#lib/i18n/locale.ts";
import { announced, cannotRead, choose, statesOf } from "#e2e/participant/passing.ts";
import { press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

// The cases are in English.
test.beforeEach(({ context, product }) =>
  context.addCookies([{ name: localeCookie, value: "zh-CN", url: product.url }]),
);

test("a case is passed, and chosen after all", async ({ page, signInAs }) => {
  const confidence = { ask: "optional", form: "slider", guided: true };
  const sitter = await beginAt(await openedStudy({ questions: { mayPass: true, confidence } }));
  await signInAs(personOf(sitter));
  const first = `/sittings/${sitter.sittingId}/1`;
  await page.goto(first);
  await expect(announced(page)).toBeVisible();
  await expect(page.getByText(zhT("sitting.extra.guessing", { count: "4", value: "25" }))).toBeVisible();
  await cannotRead(page).check();
  await press(page, zhT("sitting.case.next"));
  expect(await statesOf(sitter.sittingId)).toEqual(["passed"]);
  await page.goto(first);
  await expect(cannotRead(page)).toBeChecked();
  await choose(page, "The Pilot");
  await press(page, zhT("sitting.case.next"));
  expect(await statesOf(sitter.sittingId)).toEqual(["chosen"]);
});

test("passing isn’t offered where the plan doesn’t say so", async ({ page, signInAs }) => {
  const sitter = await beginAt(await openedStudy());
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/1`);
  await expect(announced(page)).toBeVisible();
  await expect(cannotRead(page)).toHaveCount(0);
});
