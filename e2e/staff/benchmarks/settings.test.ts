import { db } from "#lib/db.ts";
import { addBenchmark, expect, newName, test } from "#e2e/staff/benchmarks/import-page.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

test("a benchmark without a name is not made, and the field says why", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin/benchmarks");
  await press(page, t("benchmarks.create.open"));
  await page.getByLabel(t("benchmarks.fields.name"), { exact: true }).fill("   ");
  await press(page, t("benchmarks.create.submit"));
  const field = page.getByLabel(t("benchmarks.fields.name"), { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(t("benchmarks.fieldErrors.empty")));
});

test("a benchmark is renamed and keeps its address", async ({ page, signInAs }) => {
  await signInAs("admin");
  const { slug } = await addBenchmark();
  const other = newName("Quay 码头");
  await page.goto(`/admin/benchmarks/${slug}`);
  await page.getByLabel(t("benchmarks.fields.name"), { exact: true }).fill(other);
  await page.getByLabel(t("benchmarks.fields.description"), { exact: true }).fill("From the harbour.");
  await press(page, t("benchmarks.settings.submit"));
  await expectHeading(page, other);
  await page.goto("/admin/benchmarks");
  const row = page.getByRole("row").filter({ hasText: other });
  await expect(row).toContainText("From the harbour.");
  await expect(row.getByRole("link")).toHaveAttribute("href", `/admin/benchmarks/${slug}`);
});

test("a name in another script makes an address that is found", async ({ page, signInAs }) => {
  await signInAs("admin");
  const { name } = await addBenchmark(newName("码头 البحر"));
  await page.goto("/admin/benchmarks");
  await page.getByRole("link", { name }).click();
  await expectHeading(page, name);
  await page.getByRole("link", { name: t("benchmarks.frame.pages.import"), exact: true }).click();
  await expectHeading(page, t("imports.title"));
});

test("a benchmark goes once its name is typed, but not while a study draws on it", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const { id, slug, name } = await addBenchmark();
  const { id: createdById } = await addPerson("admin");
  const study = { slug, title: name, benchmarkId: id, draft: {}, createdById };
  await db.study.create({ data: study });
  await page.goto(`/admin/benchmarks/${slug}`);
  await press(page, t("benchmarks.remove.open"));
  const confirm = page.getByRole("button", { name: t("benchmarks.remove.submit") });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(t("benchmarks.remove.typeName", { name })).fill(name);
  await confirm.click();
  await expect(page.getByText(t("benchmarks.errors.has_studies"))).toBeVisible();
  await db.study.deleteMany({ where: { slug } });
  await page.getByLabel(t("benchmarks.remove.typeName", { name })).fill(name);
  await confirm.click();
  await expectHeading(page, t("benchmarks.title"));
  expect(await db.benchmark.count({ where: { id } })).toBe(0);
});

test("an address that is none of ours is no page", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/status of 404/);
  await signInAs("admin");
  const { slug } = await addBenchmark();
  for (const rest of [
    "no-such-benchmark",
    `${slug}/runs/none`,
    `${slug}/runs/99999999999`,
    `${slug}/cases/a/b`,
  ]) {
    const response = await page.goto(`/admin/benchmarks/${rest}`);
    expect([rest, response?.status()]).toEqual([rest, 404]);
  }
});
