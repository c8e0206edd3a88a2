import { db } from "#lib/db.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, csv, fileOf, options, promptOf, someRows } from "#e2e/staff/benchmarks/files.ts";
import {
  addBenchmark,
  card,
  check,
  choose,
  dropFiles,
  expect,
  newName,
  rowWith,
  store,
  test,
  uploadedFiles,
} from "#e2e/staff/benchmarks/import-page.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const chinese = [
  {
    said: "船修好了？昨天有人来打听渡船，说是要包一整天。".repeat(20),
    answered: "修好了。我从码头一路背上来的，怕淋雨，一直揣在怀里。茶还是老样子，浓一点。".repeat(20),
  },
];
const tracksTable = t("imports.cases.caption");

test("a benchmark is made, its files are dropped, corrected and checked, and the good rows stored", async ({
  page,
  signInAs,
  worker,
}) => {
  await signInAs("admin");
  const name = newName();
  await page.goto("/admin/benchmarks");
  await press(page, t("benchmarks.create.open"));
  await page.getByLabel(t("benchmarks.fields.name"), { exact: true }).fill(name);
  await press(page, t("benchmarks.create.submit"));
  await expectHeading(page, name);
  await page.getByRole("link", { name: t("benchmarks.empty.action") }).click();

  const bad = { ...someRows(1, "moon")[0]!, gold: "Nobody of the Four" };
  worker.hold();
  await dropFiles(page, [
    fileOf("Literary.csv", casesCsv([...someRows(3), bad])),
    fileOf("Drama.csv", casesCsv(chinese)),
    fileOf("weather notes.csv", casesCsv(someRows(2, "wind"))),
  ]);
  await expect(card(page, "Literary.csv").getByLabel(t("imports.fields.track"))).toHaveValue("Literary");
  await expect(card(page, "Drama.csv").getByLabel(t("imports.fields.language"))).toHaveValue("zh");
  const third = card(page, "weather notes.csv").getByLabel(t("imports.fields.track"));
  await expect(third).toHaveValue("weather notes");
  await third.fill("");
  await page.getByRole("button", { name: t("imports.form.check", { count: 3 }) }).click();
  await expect(third).toHaveAccessibleDescription(t("imports.fields.trackMissing"));
  await third.fill("Weather");
  await check(page, 3);

  await expect(page.getByRole("progressbar", { name: t("jobs.states.check.running") })).toBeVisible();
  await expect(page.getByText(t("progress.rowsSoFar", { done: 1234 }))).toBeVisible();
  worker.release();
  await expect(page.getByText(t("imports.report.mixed.title", { problems: 1 }))).toBeVisible();
  await expect(rowWith(page, tracksTable, "Literary").getByRole("cell").first()).toHaveText("3");
  const problem = rowWith(page, t("imports.problems.title", { count: 1 }), "Nobody of the Four");
  await expect(problem).toContainText("Literary.csv");
  await expect(problem).toContainText("gt");
  expect(await db.case.count({ where: { track: { benchmark: { name } } } })).toBe(0);

  await press(page, t("imports.actions.storeGood", { count: 1 }));
  await expect(page.getByText(t("imports.report.stored.title"), { exact: true })).toBeVisible();
  expect(await db.case.count({ where: { track: { benchmark: { name } } } })).toBe(6);
  const tracks = await db.track.findMany({ where: { benchmark: { name } }, orderBy: { position: "asc" } });
  expect(tracks.map((track) => [track.name, track.language])).toEqual([
    ["Literary", "en"],
    ["Drama", "zh"],
    ["Weather", "en"],
  ]);
});

test("the same files again change nothing, and a changed case gets a new version", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const benchmark = await addBenchmark();
  const { slug, id } = benchmark;
  const rows = someRows(2);
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows) });
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, fileOf("Literary.csv", casesCsv(rows)));
  await check(page, 1);
  await expect(page.getByText(t("imports.report.changesNothing.title"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("imports.actions.store"), exact: true })).toBeHidden();
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await press(page, t("imports.file.removeNamed", { name: "Literary.csv" }));
  await expect.poll(() => db.upload.count({ where: { benchmarkId: id } })).toBe(0);

  const regolded = rows.map((row, index) => ({ ...row, gold: options[index === 0 ? 2 : 0] }));
  await store(page, slug, fileOf("Literary.csv", casesCsv(regolded)));
  await expect(rowWith(page, tracksTable, "Literary")).toContainText("Literary");
  const versions = await db.caseVersion.findMany({
    where: { case: { track: { benchmarkId: id } } },
    select: { number: true, retiredAt: true },
    orderBy: { number: "asc" },
  });
  const numbers = versions.map(({ number, retiredAt }) => `${number}${retiredAt ? ", retired" : ""}`);
  expect(numbers.sort()).toEqual(["1", "1, retired", "2"]);
});

test("what was checked and is not wanted is thrown away", async ({
  page,
  signInAs,
  product,
  worker: _worker,
}) => {
  await signInAs("admin");
  const { slug, id } = await addBenchmark();
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, fileOf("Literary.csv", casesCsv(someRows(2))));
  await check(page, 1);
  await press(page, t("imports.actions.discard"));
  await expectHeading(page, t("imports.title"));
  await expect.poll(() => db.upload.count({ where: { benchmarkId: id } })).toBe(0);
  await expect.poll(() => uploadedFiles(product)).toEqual([]);
});

test("files that were brought are still there after a reload, and go when they are removed", async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs("admin");
  const { slug, id } = await addBenchmark();
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, fileOf("Literary.csv", casesCsv(someRows(1))));
  await expect(card(page, "Literary.csv")).toBeVisible();
  await page.reload();
  await expect(card(page, "Literary.csv").getByLabel(t("imports.fields.track"))).toHaveValue("Literary");
  await press(page, t("imports.file.removeNamed", { name: "Literary.csv" }));
  await expect(card(page, "Literary.csv")).toBeHidden();
  await expect.poll(() => db.upload.count({ where: { benchmarkId: id } })).toBe(0);
  await expect.poll(() => uploadedFiles(product)).toEqual([]);
});

test("cases are browsed by track, length, options and words, and the view stands in the address", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const { slug } = await addBenchmark();
  const plain = csv([
    ["prompt", "gt", "option1", "option2"],
    ["Who rang the bell on the quay?", "Old Tamsin", "Old Tamsin", "The Pilot"],
  ]);
  await store(
    page,
    slug,
    fileOf("Literary.csv", casesCsv([...someRows(2), ...someRows(1, "lighthouse")])),
    fileOf("Riddles.csv", plain),
  );
  await page.goto(`/admin/benchmarks/${slug}/cases`);
  await expect(page.getByText(t("cases.count", { total: 4 }))).toBeVisible();
  await page.getByLabel(t("cases.filter.text")).fill("Lighthouse");
  await press(page, t("cases.filter.submit"));
  await expect(page.getByText(t("cases.count", { total: 1 }))).toBeVisible();
  await expect(page).toHaveURL(/text=Lighthouse/);
  await page.reload();
  await expect(page.getByLabel(t("cases.filter.text"))).toHaveValue("Lighthouse");

  await page.goto(`/admin/benchmarks/${slug}/cases?track=Riddles&options=2&form=unparsed`);
  await expect(page.getByText(t("cases.count", { total: 1 }))).toBeVisible();
  await page.goto(`/admin/benchmarks/${slug}/cases?longer=100000`);
  await expect(page.getByText(t("cases.noneTitle"))).toBeVisible();
});

test("a case is read as a participant reads it, with everything else beside it", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const benchmark = await addBenchmark();
  const rows = someRows(3);
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows) });
  await page.goto(`/admin/benchmarks/${benchmark.slug}/cases`);
  await page.getByRole("table").getByRole("link").first().click();
  await expectHeading(page, t("cases.case.title"));
  const conversation = page.getByRole("group", { name: t("sitting.reading.conversation") });
  await expect(conversation).toContainText(rows[0]!.answered);
  await expect(conversation).not.toContainText("Estimate the probability");
  await expect(page.getByText(`1. ${options[0]}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: t("cases.case.previous") })).toBeHidden();
  await page.getByText(t("cases.case.original")).click();
  expect(await page.locator("details pre").last().textContent()).toBe(promptOf(rows[0]!));
  await page.getByRole("link", { name: t("cases.case.next") }).click();
  await expect(conversation).toContainText(rows[1]!.answered);
  await page.getByRole("link", { name: t("cases.case.previous") }).click();
  await expect(conversation).toContainText(rows[0]!.answered);
});
