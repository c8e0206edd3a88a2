import { addPerson } from "#e2e/support/people.ts";
import {
  enterBy,
  expectHeading,
  press,
  signInWithPassphrase,
  signInWithPassword,
} from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
const noScripts = /^failed: \S+\.js csp$/;

const secret = "seven quiet herons by the lake";

thorough(
  "a participant changes language and theme, which stay, and is let in by a link, and by code and passphrase",
  async ({ page, context, expectErrors }) => {
    expectErrors(noScripts);
    await test.step("language and theme", async () => {
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
    await context.clearCookies();
    const passphrase = "amber otter lake stone heron";
    const { handle } = await addPerson("participant", { secret: passphrase });
    await page.goto("/sign-in");
    await page.getByRole("link", { name: t("signIn.participantTab") }).click();
    // As people type.
    await signInWithPassphrase(page, handle.toUpperCase(), "Amber-Otter  lake, stone HERON");
    await expectHeading(page, t("participantHome.title"));
    await context.clearCookies();
    const { name, linkPath } = await addPerson("participant");
    await enterBy(page, linkPath, name);
    await expectHeading(page, t("participantHome.comeBackTitle"));
  },
);

test("a password lets a researcher in, and leads back", async ({ page, expectErrors }) => {
  expectErrors(noScripts);
  const { handle } = await addPerson("researcher", { secret });
  await page.goto("/account");
  await signInWithPassword(page, handle, "not this one");
  await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
  await signInWithPassword(page, handle, secret);
  await expectHeading(page, t("account.title"));
});
