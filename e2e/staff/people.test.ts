import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const rows = (page: Page) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const newName = () => `Yan ${crypto.randomUUID().slice(0, 8)}`;

/** By a double click on the button, which adds one person. */
async function expectAddedOnce(page: Page, name: string): Promise<string> {
  await page.getByLabel(t("people.create.name"), { exact: true }).fill(name);
  await page.getByLabel(t("people.create.role"), { exact: true }).selectOption("researcher");
  await page.getByRole("button", { name: t("people.create.submit") }).dblclick();
  const link = page.getByLabel(t("people.link.label", { name }));
  const { origin } = new URL(page.url());
  await expect(link).toHaveValue(new RegExp(`^${origin}/enter/[\\w-]{40,}$`));
  expect(await db.user.count({ where: { name } })).toBe(1);
  return link.inputValue();
}

async function expectCopied(page: Page, link: string): Promise<void> {
  await press(page, t("shell.copy"));
  await expect(page.getByText(t("shell.copied"))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
}

async function expectFoundAndSorted(page: Page, family: string): Promise<void> {
  await page.getByLabel(t("table.filter")).fill(family.toUpperCase());
  await expect(rows(page)).toHaveCount(3);
  await press(page, t("people.columns.name"));
  await press(page, t("people.columns.name"));
  await expect(page).toHaveURL(/sort=-name/);
  await expect(page).toHaveURL(/filter=YAN/);
  await page.reload();
  await expect(rows(page).getByRole("link")).toHaveText(
    ["Cy", "Bo", "Ada"].map((first) => `${first} ${family}`),
  );
  const column = page.getByRole("columnheader", { name: t("people.columns.name"), exact: true });
  await expect(column).toHaveAttribute("aria-sort", "descending");
}

test("a person is added and found again; the link that is shown is theirs, until a new one kills it and lets them in", async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("admin");
  const family = newName();
  const name = `Cy ${family}`;
  for (const first of ["Ada", "Bo"]) await addPerson("researcher", { name: `${first} ${family}` });
  await page.goto("/admin/people");
  await press(page, t("people.create.open"));
  await test.step("without a name nobody is added, and the field says why", async () => {
    const field = page.getByLabel(t("people.create.name"), { exact: true });
    await field.fill("   ");
    await press(page, t("people.create.submit"));
    await expect(field).toHaveAccessibleDescription(new RegExp(t("people.errors.empty")));
  });
  const link = await test.step("a double click adds one person", () => expectAddedOnce(page, name));
  await test.step("the link is copied with a click", () => expectCopied(page, link));
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("shell.close") })
    .last()
    .click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(1);
  await test.step("filter and order stand in the address and survive a reload", () =>
    expectFoundAndSorted(page, family));
  const showing = (heading: string) => expect.stringContaining(`${heading}</h1>`);
  await test.step("the link greets them", async () => {
    expect((await ask(link)).text).toEqual(showing(t("enter.title", { name })));
  });
  await test.step("a new link kills the one before, and lets them in", async () => {
    await rows(page).getByRole("link", { name }).click();
    await press(page, t("people.link.submit"));
    const fresh = await page.getByLabel(t("people.link.label", { name })).inputValue();
    expect((await ask(link)).text).toEqual(showing(t("enter.errors.revoked.title")));
    await context.clearCookies();
    await enterBy(page, fresh, name);
    await expectHeading(page, t("setPassword.title"));
  });
});
