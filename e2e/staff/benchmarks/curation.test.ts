import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { hashOf } from "#lib/canonical.ts";
import { seedBenchmark } from "#lib/demo/benchmark.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { expect, newName, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { expectHeading, expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

/** Of the demo's two baselines one is surer than 0.3 of some of the right options, the other of none. */
async function preview(page: Page, slug: string): Promise<void> {
  await page.goto(`/admin/benchmarks/${slug}/curation`);
  await press(page, t("curation.form.submit"));
  await expect(page.getByText(t("curation.form.noRun"))).toBeVisible();
  for (const box of await page.getByRole("checkbox", { name: /Lexical overlap|Uniform/ }).all())
    await box.check();
  await page.getByLabel(t("curation.form.threshold")).fill("half");
  await press(page, t("curation.form.submit"));
  await expect(page.getByText(t("curation.form.notAShare"))).toBeVisible();
  await page.getByLabel(t("curation.form.threshold")).fill("0.3");
  await press(page, t("curation.form.submit"));
  await expect(page.getByText("30 of 94 cases would be dropped, 64 kept.")).toBeVisible();
  const dependence = page.getByRole("table", { name: t("curation.preview.byRun") });
  await expect(dependence.getByRole("row", { name: /^Lexical overlap/ })).toContainText("30 (100%) of 30");
  const going = page.getByRole("table", { name: t("curation.cases.captions.dropped") });
  await expect(going.getByRole("row", { name: /^literary-001/ })).toContainText("0.4444");
  await page.getByRole("link", { name: "Would stay (64)" }).click();
  const staying = page.getByRole("table", { name: t("curation.cases.captions.kept") });
  await expect(staying.getByRole("row")).toHaveCount(51);
  await page.getByRole("link", { name: t("cases.pages.next") }).click();
  await expect(staying.getByRole("row")).toHaveCount(15);
  expect(await findViolations(page)).toEqual([]);
}

async function expectMark(page: Page): Promise<void> {
  await page.getByRole("link", { name: t("benchmarks.frame.pages.runs"), exact: true }).click();
  await page.getByText(t("charts.table"), { exact: true }).click();
  await page.getByRole("link", { name: "Lexical overlap" }).click();
  await expectRoom(page, "Lexical overlap");
  await expect(page.getByText(t("runs.filteredBy.confidence"), { exact: true })).toBeVisible();
  const mark = page.getByLabel(t("runs.edit.isFilter"));
  await expect(mark).toBeChecked();
  await expect(mark).toBeDisabled();
}

thorough(
  "cases that models are sure of are filtered out; the lineage says how, and who filtered is marked",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const { slug } = await seedBenchmark(operator());
    await test.step("a preview, counted and case by case", () => preview(page, slug));
    const name = newName("Hard");
    await page.getByLabel(t("curation.make.name")).fill(name);
    await press(page, t("curation.make.submit", { count: 64 }));
    await expectHeading(page, name);
    const lineage = page.getByRole("region", { name: t("benchmarks.lineage.title") });
    await expect(lineage).toContainText("Confidence: 30 out");
    const address = await lineage
      .getByRole("link", { name: t("benchmarks.lineage.download") })
      .getAttribute("href");
    const file = await page.request.get(address ?? "");
    await expect(lineage).toContainText(hashOf(await file.text()));
    await expect(lineage.getByText("64 of 94 cases remained after 1 stage.")).toBeVisible();
    const numbers = await page.request.get(
      (address ?? "").replace("export/lineage.json", "figures/funnel?format=csv"),
    );
    expect(await numbers.text()).toContain("1,hard-");
    await lineage.getByRole("link", { name: t("benchmarks.lineage.dropped", { count: 30 }) }).click();
    await expectRoom(page, t("curation.cases.went"));
    const went = page.getByRole("table", { name: t("curation.cases.captions.went") });
    await expect(went.getByRole("row")).toHaveCount(31);
    await expect(went.getByRole("row", { name: /^literary-001/ })).toContainText("0.4444");
    expect(await findViolations(page)).toEqual([]);
    await test.step("the mark", () => expectMark(page));
  },
);
