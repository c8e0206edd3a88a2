import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
test("one", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("admin.title"));
  console.log(zhT("signIn.errors.throttled", { minutes: 15 }), t("signIn.errors.throttled", { minutes: 15 }));
});
test("403", async ({ page, signInAs }) => {
  await signInAs("researcher");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("forbidden.title"));
  console.log(await page.content().then(c => c.slice(0, 300)));
});
