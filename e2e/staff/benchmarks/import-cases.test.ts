import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, fileOf, someRows } from "#e2e/staff/benchmarks/files.ts";
import {
  addBenchmark,
  card,
  check,
  choose,
  dropFiles,
  expect,
  rowWith,
  test,
  thorough,
  countStored,
} from "#e2e/staff/benchmarks/import-page.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const chinese = [
  {
    said: "船修好了？昨天有人来打听渡船，说是要包一整天。".repeat(20),
    answered: "修好了。我从码头一路背上来的，怕淋雨，一直揣在怀里。茶还是老样子，浓一点。".repeat(20),
  },
];
const bad = { ...someRows(1, "moon")[0]!, gold: "Nobody of the Four" };

/** What the files say of themselves. */
async function expectGuesses(page: Page): Promise<void> {
  await expect(card(page, "Literary.csv").getByLabel(t("imports.fields.track"))).toHaveValue("Literary");
  await expect(card(page, "Drama.csv").getByLabel(t("imports.fields.language"))).toHaveValue("zh");
  const third = card(page, "weather notes.csv").getByLabel(t("imports.fields.track"));
  await expect(third).toHaveValue("weather notes");
}

async function correctTrack(page: Page): Promise<void> {
  const third = card(page, "weather notes.csv").getByLabel(t("imports.fields.track"));
  await third.fill("");
  await page.getByRole("button", { name: t("imports.form.check", { count: 3 }) }).click();
  await expect(third).toHaveAccessibleDescription(t("imports.fields.trackMissing"));
  await third.fill("Weather");
}

/** As far as it has come, also after a reload of its page. */
async function followCheck(page: Page): Promise<void> {
  const progress = page.getByRole("progressbar", { name: t("jobs.states.check.running") });
  await expect(progress).toHaveAttribute("value", String(2 * 1024 ** 2));
  await expect(page.getByText(t("progress.rowsSoFar", { done: 1234 }))).toBeVisible();
  await page.reload();
  await expect(progress).toHaveAttribute("value", String(2 * 1024 ** 2));
}

async function expectMixedReport(page: Page): Promise<void> {
  await expect(page.getByText(t("imports.report.mixed.title", { problems: 1 }))).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t("jobs.states.check.done") })).toBeAttached();
  const track = rowWith(page, t("imports.cases.caption"), "Literary");
  await expect(track.getByRole("cell").first()).toHaveText("3");
  const problem = rowWith(page, t("imports.problems.title", { count: 1 }), "Nobody of the Four");
  await expect(problem).toContainText("Literary.csv");
  await expect(problem).toContainText("gt");
  await expect(page.getByRole("heading", { name: t("imports.samples.title", { count: 3 }) })).toBeVisible();
}

test("files are dropped, corrected and checked, and the good rows stored", async ({
  page,
  signInAs,
  worker,
}) => {
  await signInAs("admin");
  const { id, slug } = await addBenchmark();
  const inBenchmark = { track: { benchmarkId: id } };
  await page.goto(`/admin/benchmarks/${slug}`);
  await page.getByRole("link", { name: t("benchmarks.empty.action") }).click();
  await test.step("they are dropped and corrected", async () => {
    await dropFiles(page, [
      fileOf("Literary.csv", casesCsv([...someRows(3), bad])),
      fileOf("Drama.csv", casesCsv(chinese)),
      fileOf("weather notes.csv", casesCsv(someRows(2, "wind"))),
    ]);
    await expectGuesses(page);
    await correctTrack(page);
  });
  await test.step("the check is followed, and says what is wrong", async () => {
    worker.hold();
    await check(page, 3);
    await followCheck(page);
    worker.release();
    await expectMixedReport(page);
    expect(await db.case.count({ where: inBenchmark })).toBe(0);
  });
  await test.step("the good rows are stored", async () => {
    await press(page, t("imports.actions.storeGood", { count: 1 }));
    await expect(
      page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
    ).toBeVisible();
    expect(await db.case.count({ where: inBenchmark })).toBe(6);
    const tracks = await db.track.findMany({ where: { benchmarkId: id }, orderBy: { position: "asc" } });
    expect(tracks.map((track) => [track.name, track.language])).toEqual([
      ["Literary", "en"],
      ["Drama", "zh"],
      ["Weather", "en"],
    ]);
    // The worker takes the files away once the job has ended.
    await expect.poll(() => db.upload.count({ where: { benchmarkId: id } })).toBe(0);
  });
});

thorough(
  "two copies of one file are pointed out, and what changes nothing is discarded",
  async ({ page, signInAs, worker: _worker }) => {
    await signInAs("admin");
    const benchmark = await addBenchmark();
    const { id, slug } = benchmark;
    await bring(benchmark, { track: "Literary", cases: casesCsv(someRows(3)) });
    await page.goto(`/admin/benchmarks/${slug}/import`);
    const same = casesCsv(someRows(3));
    await choose(page, fileOf("Literary.csv", same), fileOf("Drama.csv", same));
    await press(page, t("imports.form.check", { count: 2 }));
    await expect(page.getByText(/“(Literary|Drama)\.csv” are identical/)).toBeVisible();
    await press(page, t("imports.file.removeNamed", { name: "Drama.csv" }));
    await check(page, 1);
    await expect(page.getByText(t("imports.report.changesNothing.title"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("imports.actions.store"), exact: true })).toBeHidden();
    await press(page, t("imports.actions.discard"));
    await expectRoom(page, t("imports.title"));
    await expect.poll(() => db.upload.count({ where: { benchmarkId: id } })).toBe(0);
    await expect.poll(countStored).toBe(0);
  },
);
