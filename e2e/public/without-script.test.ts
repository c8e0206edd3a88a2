import { addPerson } from "#e2e/support/people.ts";
import {
  enterBy,
  expectHeading,
  press,
  signInWithPassphrase,
  signInWithPassword,
} from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

const secret = "seven quiet herons by the lake";

test("a link lets a participant in", async ({ page }) => {
  const { name, linkPath } = await addPerson("participant");
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("participantHome.comeBackTitle"));
});

test("a password lets a researcher in, and leads back", async ({ page }) => {
  const { handle } = await addPerson("researcher", { secret });
  await page.goto("/account");
  await signInWithPassword(page, handle, "not this one");
  await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
  await signInWithPassword(page, handle, secret);
  await expectHeading(page, t("account.title"));
});

test("a form that is nothing without script says what to do", async ({ page, signInAs }) => {
  await signInAs("admin");
  // A browser whose scripts its driver holds back reads such words as one that has them: it shows none of them.
  const html = await (await page.goto("/studies/new"))?.text();
  expect(html).toMatch(new RegExp(`<noscript><p[^>]*>${t("shell.needsScript")}</p></noscript>`));
});

test("code and passphrase let a participant in", async ({ page }) => {
  const { handle } = await addPerson("participant", { secret: "amber otter lake stone heron" });
  await page.goto("/sign-in?as=participant");
  await signInWithPassphrase(page, handle, "amber otter lake stone heron");
  await expectHeading(page, t("participantHome.title"));
});

test("language and theme change, and stay", async ({ page }) => {
  await page.goto("/sign-in");
  await press(page, t("shell.language.zh-CN"));
  await expectHeading(page, zhT("signIn.title"));
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await press(page, zhT("shell.theme.dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/sign-in?as=participant");
  await expectHeading(page, zhT("signIn.title"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
