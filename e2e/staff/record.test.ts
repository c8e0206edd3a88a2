import { readFile } from "node:fs/promises";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const newName = () => `Yan ${crypto.randomUUID().slice(0, 8)}`;

test("an admin finds in the record what was just done, by whom and where, and takes it along", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const name = newName();
  await page.goto("/admin/people");
  await press(page, t("people.create.open"));
  await page.getByLabel(t("people.create.name"), { exact: true }).fill(name);
  await press(page, t("people.create.submit"));
  await expect(page.getByLabel(t("people.link.label", { name }))).toBeVisible();

  await page.goto("/admin/record");
  await expectHeading(page, t("record.title"));
  await page.getByLabel(t("record.filter.text")).fill(name);
  await press(page, t("record.filter.submit"));
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(t("record.actions.user.created"));
  await expect(rows).toContainText("/admin/people");
  await expect(rows.getByRole("link", { name, exact: true })).toBeVisible();
  await rows.getByText(t("record.details"), { exact: true }).click();
  await expect(rows.locator("pre")).toBeVisible();

  for (const format of ["csv", "jsonl"] as const) {
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: t(`record.${format}`) }).click();
    const text = await readFile(await (await waiting).path(), "utf8");
    expect(text.trimEnd().split("\n")).toHaveLength(format === "csv" ? 2 : 1);
    expect(text).toContain("user.created");
  }

  await rows.getByRole("link", { name: name, exact: true }).click();
  await expectHeading(page, name);
});

test("everything about one person is one click away", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin/record?type=user");
  const first = page.getByRole("link", { name: t("record.allAbout") }).first();
  await first.click();
  await expect(page).toHaveURL(/type=user&subject=[\da-f-]{36}/);
  await expect(page.getByLabel(t("record.filter.subject"))).not.toHaveValue("");
});
