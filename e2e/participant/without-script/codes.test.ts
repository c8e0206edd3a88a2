import { consent, noted, passphrase } from "#e2e/participant/access/noted-codes.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

test("code and passphrase are there after consent, until one goes on, and open the door elsewhere", async ({
  page,
  context,
  product,
  expectErrors,
}) => {
  expectErrors(/^stranger: \w+ http:\/\/localhost:/);
  // Not the address that the server itself is bound to, so that what it prints is seen to be the visitor's.
  const origin = `http://localhost:${product.port}`;
  const { link } = await openedStudy();
  await consent(page, link, origin);
  const [code, words] = [await noted(page, t("account.code")), await noted(page, t("way.keep.passphrase"))];
  expect(words).toMatch(/^[a-z]+( [a-z]+){4}$/);
  expect(await noted(page, t("way.keep.address"))).toBe(`${origin}/sign-in?as=participant`);
  await expect(page.getByRole("button", { name: t("sitting.copy.copy") })).toBeHidden();
  const address = page.url();
  await page.goto(`${origin}/sittings`);
  await page.goto(address);
  expect(await noted(page, t("way.keep.passphrase"))).toBe(words);

  await press(page, t("sitting.goOn"));
  await expectHeading(page, t("sitting.instructions.title"));
  await page.goto(address);
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(passphrase(page)).toHaveCount(0);

  // Elsewhere: nothing of this browser is there.
  await context.clearCookies();
  await page.goto(`${origin}/sign-in?as=participant`);
  await signInWithPassphrase(page, code, words);
  // Nothing is answered yet: how it works comes first.
  await expectHeading(page, t("sitting.instructions.title"));
});
