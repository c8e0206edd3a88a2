import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { casesCsv, fileOf, someRows } from "#e2e/staff/benchmarks/files.ts";
import {
  addBenchmark,
  card,
  choose,
  expect,
  test,
  thorough,
  countStored,
} from "#e2e/staff/benchmarks/import-page.ts";
import { press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

/** A connection that is cut on the way is told, and the file can be sent again. */
async function sendAgain(page: Page, name: string): Promise<void> {
  await page.route("**/uploads?name=*", (route) => route.abort("connectionreset"), { times: 1 });
  await choose(page, fileOf(name, casesCsv(someRows(2))));
  await expect(page.getByText(t("imports.uploadErrors.cut_off"))).toBeVisible();
  expect(await db.upload.count({ where: { fileName: name } })).toBe(0);
  await press(page, t("imports.file.retryNamed", { name }));
  await expect(card(page, name)).toBeVisible();
  expect(await db.upload.count({ where: { fileName: name } })).toBe(1);
}

/** What is no file of results or cases is refused with a reason. */
async function expectRefusals(page: Page): Promise<void> {
  const zip = fileOf("Drama.csv", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(400, 7)]));
  const wide = fileOf("Expertise.csv", Buffer.from(`\uFEFF${casesCsv(someRows(1))}`, "utf16le"));
  await choose(page, fileOf("Good.csv", casesCsv(someRows(1))), zip, wide, fileOf("empty.csv", ""));
  await expect(card(page, "Good.csv")).toBeVisible();
  const refused = page.getByRole("listitem").filter({ hasText: t("imports.file.failed") });
  await expect(refused).toHaveCount(3);
  await expect(refused.filter({ hasText: "Drama.csv" })).toContainText(/zip/i);
  await expect(refused.filter({ hasText: "Expertise.csv" })).toContainText(/UTF-16/);
  await expect(refused.filter({ hasText: "empty.csv" })).toContainText(/empty/i);
}

thorough(
  "files are sent again, refused or stopped, and only what came through stays, until it is removed",
  async ({ page, context, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_RESET/, /status of 422/);
    await signInAs("admin");
    const { slug, id } = await addBenchmark();
    const countUploads = () => db.upload.count({ where: { benchmarkId: id } });
    await page.goto(`/admin/benchmarks/${slug}/import`);
    await test.step("a connection that is cut", () => sendAgain(page, "Literary.csv"));
    await test.step("what is none, beside what comes through", () => expectRefusals(page));
    await test.step("what came through is there, after a reload too, and goes when it is removed", async () => {
      expect([await countUploads(), await countStored()]).toEqual([2, 2]);
      await page.reload();
      await expect(card(page, "Literary.csv")).toBeHidden();
      await expect(page.getByText(t("imports.left.title", { count: 2 }))).toBeVisible();
      await press(page, t("imports.left.continue", { count: 2 }));
      await expect(card(page, "Literary.csv").getByLabel(t("imports.fields.track"))).toHaveValue("Literary");
      for (const name of ["Literary.csv", "Good.csv"])
        await press(page, t("imports.file.removeNamed", { name }));
      await expect(card(page, "Literary.csv")).toBeHidden();
      await expect.poll(countUploads).toBe(0);
      await expect.poll(countStored).toBe(0);
    });
    await test.step("sending is stopped, and nothing of the file stays", async () => {
      const network = await context.newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
      await network.send("Network.emulateNetworkConditions", slow);
      await choose(page, fileOf("Slow.csv", casesCsv(someRows(3000))));
      await press(page, t("imports.file.stopNamed", { name: "Slow.csv" }));
      await expect(page.getByText(t("imports.uploadErrors.stopped"))).toBeVisible();
      await expect.poll(countStored).toBe(0);
      expect(await countUploads()).toBe(0);
    });
  },
);
