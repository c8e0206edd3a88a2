import { db } from "#lib/db.ts";
import { casesCsv, fileOf, someRows } from "#e2e/staff/benchmarks/files.ts";
import { addBenchmark, check, choose, expect, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const file = fileOf("Literary.csv", casesCsv(someRows(2)));
thorough(
  "an import is followed: it waits for another and says for whom, begins by itself, and is stopped",
  async ({ page, signInAs, worker }) => {
    const { person } = await signInAs("admin");
    const { slug, id } = await addBenchmark();
    worker.hold();
    await test.step("the second waits for the first", async () => {
      for (const name of ["Literary.csv", "Drama.csv"]) {
        await page.goto(`/admin/benchmarks/${slug}/import`);
        await choose(page, { ...file, name });
        await check(page, 1);
      }
      const words = t("jobs.waitsFor", { kind: t("jobs.kinds.import_cases"), name: person.name });
      await expect(page.getByText(words)).toBeVisible();
    });
    const storing = page.getByRole("button", { name: t("imports.actions.store"), exact: true });
    await test.step("then it begins by itself", async () => {
      worker.release();
      await expect(page.getByText(t("imports.report.good.title"))).toBeVisible();
      await expect(storing).toBeVisible();
    });
    await test.step("stopped, it says so, and has stored nothing", async () => {
      worker.hold();
      await storing.click();
      const running = { name: t("jobs.states.store.running") };
      await expect(page.getByRole("progressbar", running)).toBeVisible();
      await press(page, t("jobs.cancel"));
      await expect(page.getByText(t("jobs.states.store.cancelled")).last()).toBeVisible();
      await expect(page.getByText(t("jobs.nothingStored")).first()).toBeVisible();
      expect(await db.case.count({ where: { track: { benchmarkId: id } } })).toBe(0);
      await page.goto(`/admin/benchmarks/${slug}`);
      const log = page.getByRole("table", { name: t("imports.log.title") });
      await expect(log.getByText(t("imports.log.states.cancelled"))).toBeVisible();
    });
  },
);
