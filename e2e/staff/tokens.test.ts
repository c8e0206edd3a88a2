import { ask } from "#e2e/support/ask.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("a researcher makes a token, a program reads with it, and is refused once it is revoked", async ({
  page,
  product,
  signInAs,
}) => {
  const { person } = await signInAs("researcher");
  await page.goto("/account");
  await page.getByRole("link", { name: t("apiTokens.accountLink") }).click();
  await expectHeading(page, t("apiTokens.title"));
  await expect(page.getByText(t("apiTokens.list.emptyTitle"))).toBeVisible();
  const name = "Notebook";
  await page.getByLabel(t("apiTokens.create.name"), { exact: true }).fill(name);
  await page.getByLabel(t("apiTokens.create.days")).selectOption("30");
  await press(page, t("apiTokens.create.submit"));
  const token = await page.getByLabel(t("apiTokens.create.label", { name })).inputValue();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row).toContainText(t("apiTokens.list.never"));

  const read = (headers: Record<string, string>) => ask(`${product.url}/api/v1`, { headers });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await read(headers);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    expect.objectContaining({ you: { name: person.name, role: "researcher" } }),
  ]);
  const again = await read({ ...headers, "if-none-match": String(answer.headers.etag) });
  expect([again.status, again.text]).toEqual([304, ""]);

  // Shown once: not to whoever looks at the page later.
  await page.reload();
  await expect(row).not.toContainText(t("apiTokens.list.never"));
  expect(await page.content()).not.toContain(token);
  await press(page, t("apiTokens.revokeLabel", { name }));
  await expect(page.getByText(t("apiTokens.revoked", { name }), { exact: true })).toBeVisible();
  await expect(page.getByText(t("apiTokens.list.emptyTitle"))).toBeVisible();
  const refused = await read(headers);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    401,
    expect.objectContaining({ error: "wrong_token" }),
  ]);
});
