import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
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

async function fillNewPerson(page: Page, name: string, role: string): Promise<void> {
  await page.goto("/admin/people");
  await press(page, t("people.create.open"));
  await page.getByLabel(t("people.create.name"), { exact: true }).fill(name);
  await page.getByLabel(t("people.create.role"), { exact: true }).selectOption(role);
}

test("a person is added, and the link that is shown lets them in", async ({
  page,
  signInAs,
  newDevice,
  product,
}) => {
  await signInAs("admin");
  const name = newName();
  await fillNewPerson(page, name, "researcher");
  await press(page, t("people.create.submit"));
  const link = page.getByLabel(t("people.link.label", { name }));
  await expect(link).toHaveValue(new RegExp(`^${product.url}/enter/[\\w-]{40,}$`));
  const address = await link.inputValue();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("shell.close") })
    .last()
    .click();
  await expect(rows(page).filter({ hasText: name })).toHaveCount(1);

  const other = await newDevice();
  await enterBy(other, address, name);
  await expectHeading(other, t("setPassword.title"));
});

test("the link is copied with a click", async ({ page, signInAs, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("admin");
  const name = newName();
  await fillNewPerson(page, name, "participant");
  await press(page, t("people.create.submit"));
  await press(page, t("shell.copy"));
  await expect(page.getByText(t("shell.copied"))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByLabel(t("people.link.label", { name }))).toHaveValue(copied);
});

test("a double click adds one person", async ({ page, signInAs }) => {
  await signInAs("admin");
  const name = newName();
  await fillNewPerson(page, name, "participant");
  await page.getByRole("button", { name: t("people.create.submit") }).dblclick();
  await expect(page.getByLabel(t("people.link.label", { name }))).toBeVisible();
  expect(await db.user.count({ where: { name } })).toBe(1);
});

test("a person without a name is not added, and the field says why", async ({ page, signInAs }) => {
  await signInAs("admin");
  await fillNewPerson(page, "   ", "participant");
  await press(page, t("people.create.submit"));
  const field = page.getByLabel(t("people.create.name"), { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(t("people.errors.empty")));
});

test("filter and order stand in the address and survive a reload", async ({ page, signInAs }) => {
  await signInAs("admin");
  const family = newName();
  for (const first of ["Ada", "Bo", "Cy"]) await addPerson("researcher", { name: `${first} ${family}` });
  await page.goto("/admin/people");
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
  await expect(
    page.getByRole("columnheader", { name: t("people.columns.name"), exact: true }),
  ).toHaveAttribute("aria-sort", "descending");
});

test("a new link kills the one before", async ({ page, signInAs, newDevice }) => {
  await signInAs("admin");
  const person = await addPerson("researcher");
  await page.goto(`/admin/people/${person.id}`);
  await press(page, t("people.link.submit"));
  const fresh = await page.getByLabel(t("people.link.label", { name: person.name })).inputValue();
  const other = await newDevice();
  await other.goto(person.linkPath);
  await expectHeading(other, t("enter.errors.revoked.title"));
  await enterBy(other, fresh, person.name);
  await expectHeading(other, t("setPassword.title"));
});
