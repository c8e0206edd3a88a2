import pg from "pg";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { errorWords } from "#components/shell/error-words.ts";
import product from "#package.json" with { type: "json" };

test("an address without a page says so, with a way on and a reference", async ({ page, expectErrors }) => {
  expectErrors(/status of 404/);
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expectHeading(page, t("notFound.title"));
  await expect(page.getByText(response?.headers()["x-request-id"] ?? "missing")).toBeVisible();
  await page.getByRole("link", { name: t("shell.home") }).click();
  await expectHeading(page, t("signIn.title"));
});

test("a page of another role says so, with a way on and a reference", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 403/);
  await signInAs("participant");
  const response = await page.goto("/admin");
  expect(response?.status()).toBe(403);
  await expectHeading(page, t("forbidden.title"));
  await expect(page.getByText(response?.headers()["x-request-id"] ?? "missing")).toBeVisible();
  await page.getByRole("link", { name: t("shell.home") }).click();
  await expectHeading(page, t("participantHome.title"));
});

test("what breaks says so calmly, with the log's reference, and works again", async ({
  page,
  signInAs,
  expectErrors,
  product: running,
}) => {
  expectErrors(/status of 500/, /^status 500/, /"msg":/, /"errorDigest"/);
  // What Next and React print of it besides.
  expectErrors(/^page: |^console: (?!Failed)|^log: /);
  await signInAs("admin");
  const owner = new pg.Client({ connectionString: running.ownerUrl });
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
  expect(running.web.log.lines().filter(({ errorDigest }) => errorDigest === reference)).toHaveLength(1);
  await press(page, words.again);
  await expectHeading(page, t("admin.title"));
});

test("health says that all is well, in a shape monitors can rely on", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({
    status: "ok",
    database: "ok",
    version: product.version,
    migrations: { applied: expect.any(Number), pending: [] },
  });
});
