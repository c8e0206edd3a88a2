import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { addBenchmark, check, choose, expect, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { finishedStudy } from "#e2e/support/answered-study.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const form = "benchmarkFolders.form";

/** What is missing is said at its field; what was entered stays. */
async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel(t(`${form}.release.label`)).fill("one");
  await page.getByLabel(t(`${form}.creator.label`)).fill("The Harbour Group");
  await press(page, t(`${form}.submit`));
  await expect(page.getByLabel(t(`${form}.release.label`))).toHaveAccessibleDescription(
    new RegExp(t(`${form}.errors.wrong_release`)),
  );
  await expect(page.getByLabel(t(`${form}.limits.label`))).toHaveAccessibleDescription(
    new RegExp(t(`${form}.errors.empty`)),
  );
  await expect(page.getByLabel(t(`${form}.creator.label`))).toHaveValue("The Harbour Group");
  await page.getByRole("checkbox", { name: title }).check();
  await page.getByLabel(t(`${form}.release.label`)).fill("1.2.0");
  await page.getByLabel(t(`${form}.licence.label`)).fill("CC BY 4.0");
  await page.getByLabel(t(`${form}.contact.label`)).fill("harbour@example.org");
  await page.getByLabel(t(`${form}.limits.label`)).fill("English fiction alone.");
  await press(page, t(`${form}.submit`));
}

thorough(
  "an admin exports a benchmark with answers, and it comes in again as another with the same digest",
  async ({ page, signInAs, worker }) => {
    const { slug: studySlug } = await finishedStudy();
    const study = await db.study.findUniqueOrThrow({
      where: { slug: studySlug },
      include: { benchmark: true },
    });
    const slug = study.benchmark?.slug ?? "";
    await signInAs("admin");
    await page.goto(`/admin/benchmarks/${slug}/settings`);
    await page.getByRole("link", { name: t("benchmarkFolders.link") }).click();
    await expectRoom(page, t("benchmarkFolders.title"));
    await fillIn(page, study.title);
    const shown = page.getByRole("region", { name: t("benchmarkFolders.card.title") });
    await expect(shown).toContainText("Release 1.2.0");
    expect(await findViolations(page)).toEqual([]);

    const waiting = page.waitForEvent("download");
    await shown.getByRole("link", { name: t("benchmarkFolders.card.download") }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`${slug}.zip`);
    const content = await readFile(await download.path());
    const files = readZip(content);
    const inside = (name: string) => files.get(`${slug}/${name}`) ?? "";
    // What was shown is what is in it.
    expect(await shown.locator("pre").textContent()).toBe(inside("README.md"));
    const { digest } = JSON.parse(inside("benchmark.json")) as { digest: string };

    worker.release();
    const other = await addBenchmark();
    await page.goto(`/admin/benchmarks/${other.slug}/import`);
    await choose(page, { name: "harbour.zip", mimeType: "application/zip", buffer: content });
    await check(page, 1);
    await expect(page.getByText(digest)).toBeVisible();
    await page.getByRole("button", { name: t("imports.actions.store") }).click();
    await expect(
      page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
    ).toBeVisible();
    const [stored] = await db.$queryRaw<{ digest: string }[]>`
    SELECT encode(digest_of_cases(${other.id}), 'hex') AS digest`;
    expect(stored?.digest).toBe(digest);
  },
);
