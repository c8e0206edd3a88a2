import pg from "pg";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { errorWords } from "#components/shell/error-words.ts";

test("a page of another role says so, and what breaks does calmly, with the log's reference, and works again", async ({
  page,
  signInAs,
  expectErrors,
  product,
}) => {
  expectErrors(/status of 403/, /status of 500/, /^status 500/, /"msg":/, /"errorDigest"/);
  // What Next and React print of it besides.
  expectErrors(/^page: |^console: (?!Failed)|^log: /);
  await signInAs("participant");
  const refused = await page.goto("/admin");
  expect(refused?.status()).toBe(403);
  await expectHeading(page, t("forbidden.title"));
  await expect(page.getByText(refused?.headers()["x-request-id"] ?? "missing")).toBeVisible();
  await page.getByRole("link", { name: t("shell.home") }).click();
  await expectHeading(page, t("participantHome.title"));

  await signInAs("admin");
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  const words = errorWords();
  try {
    await owner.query("ALTER TABLE users RENAME TO users_away");
    await page.goto("/admin");
    await expectHeading(page, words.title);
  } finally {
    await owner.query("ALTER TABLE users_away RENAME TO users");
    await owner.end();
  }
  const reference = await page.locator("code").textContent();
  expect(product.web.log.lines().filter(({ errorDigest }) => errorDigest === reference)).toHaveLength(1);
  await press(page, words.again);
  await expectHeading(page, t("admin.title"));
});
