import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { t } from "#e2e/support/words.ts";

test("an address without a page says so, with a way on and a reference", async () => {
  const refused = await readDrawn(`${product.url}/no/such/page`);
  expect([refused.status, refused.heading]).toEqual([404, t("notFound.title")]);
  expect(refused.reference).toBeTruthy();
  expect(refused.words).toContain(String(refused.reference));
  expect(refused.drawn).toMatch(new RegExp(`<a\\b[^>]* href="/"[^>]*>${t("shell.home")}`));
});
