import { db } from "#lib/db.ts";
import { casesCsv, fileOf, someRows } from "#e2e/staff/benchmarks/files.ts";
import { addBenchmark, check, choose, expect, test } from "#e2e/staff/benchmarks/import-page.ts";
import { press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const file = fileOf("Literary.csv", casesCsv(someRows(2)));
const bar = (mode: "check" | "store", state: "queued" | "running") => ({
  name: t(`jobs.states.${mode}.${state}`),
});

test("an import is followed through a reload of its page", async ({ page, signInAs, worker }) => {
  await signInAs("admin");
  const { slug } = await addBenchmark();
  worker.hold();
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, file);
  await check(page, 1);
  const progress = page.getByRole("progressbar", bar("check", "running"));
  await expect(progress).toHaveAttribute("value", String(2 * 1024 ** 2));
  await page.reload();
  await expect(progress).toHaveAttribute("value", String(2 * 1024 ** 2));
  worker.release();
  await expect(page.getByText(t("imports.report.good.title"))).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t("jobs.states.check.done") })).toBeAttached();
});

test("an import that is stopped says so, and has stored nothing", async ({ page, signInAs, worker }) => {
  await signInAs("admin");
  const { slug, id } = await addBenchmark();
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, file);
  await check(page, 1);
  const storing = page.getByRole("button", { name: t("imports.actions.store"), exact: true });
  await expect(storing).toBeVisible();
  worker.hold();
  await storing.click();
  await expect(page.getByRole("progressbar", bar("store", "running"))).toBeVisible();
  await press(page, t("jobs.cancel"));
  await expect(page.getByText(t("jobs.states.store.cancelled")).last()).toBeVisible();
  await expect(page.getByText(t("jobs.nothingStored")).first()).toBeVisible();
  expect(await db.case.count({ where: { track: { benchmarkId: id } } })).toBe(0);
  await page.goto(`/admin/benchmarks/${slug}`);
  const log = page.getByRole("table", { name: t("imports.log.title") });
  await expect(log.getByText(t("imports.log.states.cancelled"))).toBeVisible();
});

test("a second import into the benchmark waits, says for whom, and then begins by itself", async ({
  page,
  signInAs,
  worker,
}) => {
  const { person } = await signInAs("admin");
  const { slug } = await addBenchmark();
  worker.hold();
  for (const name of ["Literary.csv", "Drama.csv"]) {
    await page.goto(`/admin/benchmarks/${slug}/import`);
    await choose(page, { ...file, name });
    await check(page, name === "Literary.csv" ? 1 : 2);
  }
  const words = t("jobs.waitsFor", { kind: t("jobs.kinds.import_cases"), name: person.name });
  await expect(page.getByText(words)).toBeVisible();
  worker.release();
  await expect(page.getByText(t("imports.report.good.title"))).toBeVisible();
});
