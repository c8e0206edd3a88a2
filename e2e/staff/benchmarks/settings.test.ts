import { db } from "#lib/db.ts";
import { expect, newName, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "a benchmark is made, not without a name, found by a name in any script, renamed and removed",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const name = newName("码头 البحر");
    const field = page.getByLabel(t("benchmarks.fields.name"), { exact: true });
    await test.step("without a name it isn't, and the field says why", async () => {
      await page.goto("/admin/benchmarks");
      await press(page, t("benchmarks.create.open"));
      await field.fill("   ");
      await press(page, t("benchmarks.create.submit"));
      await expect(field).toHaveAccessibleDescription(new RegExp(t("benchmarks.fieldErrors.empty")));
    });
    await test.step("a name in another script makes an address that is found", async () => {
      await field.fill(name);
      await press(page, t("benchmarks.create.submit"));
      await expectRoom(page, t("imports.title"));
      await expectHeading(page, name);
    });
    const { id, slug } = await db.benchmark.findFirstOrThrow({ where: { name } });
    const address = `/admin/benchmarks/${encodeURIComponent(slug)}`;
    const other = newName("Quay 码头");
    await test.step("renamed, it keeps its address", async () => {
      await page.goto(`${address}/settings`);
      await field.fill(other);
      await page.getByLabel(t("benchmarks.fields.description"), { exact: true }).fill("From the harbour.");
      await press(page, t("benchmarks.settings.submit"));
      await expectHeading(page, other);
      await page.goto("/admin/benchmarks");
      await press(page, t("benchmarks.create.open"));
      await field.fill(` ${other.toUpperCase()} `);
      await expect(page.getByText(t("benchmarks.fields.nameTaken", { name: other }))).toBeVisible();
      await page.keyboard.press("Escape");
      const row = page.getByRole("row").filter({ hasText: other });
      await expect(row).toContainText("From the harbour.");
      await expect(row.getByRole("link")).toHaveAttribute("href", address);
      await row.getByRole("link").click();
      await expectHeading(page, other);
    });
    await test.step("the word that it has a paper's cases is taken back", async () => {
      await db.$executeRaw`UPDATE benchmarks SET published_as = 'personaeval', published_digest = digest_of_cases(id)
      WHERE id = ${id}`;
      await page.goto(`${address}/settings`);
      await press(page, t("benchmarks.published.withdraw"));
      await expect(page.getByText(t("benchmarks.published.title"), { exact: true })).toBeHidden();
    });
    await test.step("it goes once its name is typed, but not while a study draws on it", async () => {
      const { id: createdById } = await addPerson("admin");
      await db.study.create({ data: { slug, title: name, benchmarkId: id, draft: {}, createdById } });
      await press(page, t("benchmarks.remove.open"));
      const confirm = page.getByRole("button", { name: t("benchmarks.remove.submit") });
      const typed = page.getByLabel(t("benchmarks.remove.typeName", { name: other }));
      await expect(confirm).toBeDisabled();
      await typed.fill(other);
      await confirm.click();
      await expect(page.getByText(t("benchmarks.errors.has_studies"))).toBeVisible();
      await db.study.deleteMany({ where: { slug } });
      await typed.fill(other);
      await confirm.click();
      await expectHeading(page, t("benchmarks.title"));
      expect(await db.benchmark.count({ where: { id } })).toBe(0);
    });
  },
);
