import { ask } from "#e2e/support/ask.ts";
import { expectHeading, heading } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("without its database the product says so calmly, and is back by itself when the database is", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/"status":503/, /^status 503/, /status of 503/);
  await signInAs("admin");
  await page.goto("/admin");
  await expectHeading(page, t("admin.title"));
  try {
    await product.stopDatabase();
    const html = await ask(`${product.url}/admin`);
    expect([html.status, html.headers["retry-after"]]).toEqual([503, "5"]);
    expect(html.headers["content-type"]).toContain("text/html");
    expect(html.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(html.headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    const chinese = await ask(`${product.url}/sittings`, { headers: { "accept-language": "zh-CN" } });
    expect(chinese.text).toContain('lang="zh-CN"');

    const json = await ask(`${product.url}/admin`, { headers: { accept: "application/json" } });
    expect([json.status, json.headers["retry-after"]]).toEqual([503, "5"]);
    expect(JSON.parse(json.text)).toEqual({ error: "database_unavailable" });

    // Whoever asked a moment ago was told that all is well, which is good for seconds.
    await expect
      .poll(async () => JSON.parse((await ask(`${product.url}/api/health/ready`)).text) as object)
      .toMatchObject({ status: "failing", problems: ["unreachable"] });
    expect((await ask(`${product.url}/api/health/ready`)).status).toBe(503);
    expect((await ask(`${product.url}/api/health/live`)).status).toBe(200);

    expect((await page.goto("/admin"))?.status()).toBe(503);
    await expectHeading(page, "One moment, please");
    // A person waits in front of this page: it looks again by itself.
    await expect(page.locator('meta[http-equiv="refresh"]')).toHaveAttribute("content", "5");
  } finally {
    await product.startDatabase();
  }
  await expect.poll(async () => (await ask(`${product.url}/api/health`)).status).toBe(200);
  await expect(heading(page)).toHaveText(t("admin.title"));
});
