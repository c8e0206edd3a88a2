import { failFor } from "#e2e/operations/failing-database.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { awayWords } from "#lib/i18n/away-words.ts";

thorough(
  "where one goes on to the next page and the database fails meanwhile, it says so and goes on by itself",
  async ({ page, product, signInAs, expectErrors }) => {
    expectErrors(/./);
    const { person } = await signInAs("admin");
    await page.goto("/admin");
    await expectHeading(page, t("admin.title"));
    const fail = await failFor(product, person.id);
    try {
      await fail.as("53100");
      await page.locator('a[href="/admin/people"]:visible').first().click();
      await expectHeading(page, awayWords.en.title);
      await fail.noMore();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("people.title"));
    } finally {
      await fail.end();
    }
  },
);
