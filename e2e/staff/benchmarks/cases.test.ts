import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { casePath, casesPath } from "#lib/paths.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, csv, options, promptOf, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { addBenchmark, expect, test } from "#e2e/staff/benchmarks/import-page.ts";
import { ask } from "#e2e/support/ask.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

// What the server has drawn is all that is looked at.
test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

const rows = someRows(4);
const sure = [0.7, 0.1, 0.1, 0.1];
const unsure = [0.2, 0.5, 0.2, 0.1];
const results = {
  "gpt-strong": resultsCsv(rows.map((row) => ({ ...row, probabilities: sure }))),
  lantern: resultsCsv(rows.map((row, n) => ({ ...row, probabilities: unsure, success: n === 3 ? -1 : 1 }))),
};
const oddNames = ["NA", "null", "=1+1", "nan"];
const odd = { ...someRows(1, "lighthouse")[0]!, gold: "null", options: oddNames };
const plain = csv([
  ["prompt", "gt", "option1", "option2"],
  ["Who rang the bell on the quay?", "Old Tamsin", "Old Tamsin", "The Pilot"],
]);

async function bringAll() {
  const benchmark = await addBenchmark();
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows), results });
  await bring(benchmark, { track: "Odd names", cases: casesCsv([odd]) });
  await bring(benchmark, { track: "Riddles", cases: plain });
  const cases = await db.case.findMany({
    where: { track: { benchmarkId: benchmark.id, name: "Literary" } },
    select: { key: true },
    orderBy: { position: "asc" },
  });
  const paths = cases.map(({ key }) => casePath(benchmark.slug, "Literary", key));
  return { list: casesPath(benchmark.slug), paths };
}

/** As a participant reads it, with everything else beside it. */
async function readCase(page: Page, next: string): Promise<void> {
  await expectRoom(page, t("cases.case.title"));
  const conversation = page.getByRole("group", { name: t("sitting.reading.conversation") });
  await expect(conversation).toContainText(rows[0]!.answered);
  await expect(conversation).not.toContainText("Estimate the probability");
  await expect(page.getByText(`1. ${options[0]}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: t("cases.case.previous") })).toBeHidden();
  await page.getByText(t("cases.case.original")).click();
  expect(await page.locator("details pre").last().textContent()).toBe(promptOf(rows[0]!));
  const first = new URL(page.url()).pathname;
  await page.getByRole("link", { name: t("cases.case.next") }).click();
  await expect(page).toHaveURL(next);
  await expect(conversation).toContainText(rows[1]!.answered);
  const previous = page.getByRole("link", { name: t("cases.case.previous") });
  await expect(previous).toHaveAttribute("href", first);
}

test("cases are browsed by track, length, options and words, the view in the address, and read with every run’s answer", async ({
  page,
  signInAs,
  product,
}) => {
  const { cookie } = (await signInAs("admin")).signIn;
  const { list, paths } = await bringAll();
  const [first = "", second = "", , last = ""] = paths;
  await test.step("found by words", async () => {
    await page.goto(list);
    await expect(page.getByText(t("cases.count", { total: 6 }))).toBeVisible();
    await page.getByLabel(t("cases.filter.text")).fill("Lighthouse");
    await press(page, t("cases.filter.submit"));
    await expect(page.getByText(t("cases.count", { total: 1 }))).toBeVisible();
    await expect(page).toHaveURL(/text=Lighthouse/);
    await expect(page.getByLabel(t("cases.filter.text"))).toHaveValue("Lighthouse");
  });
  await test.step("found by what stands in the address", async () => {
    const look = async (query: string) =>
      (await ask(`${product.url}${list}?${query}`, { cookie: `${cookie.name}=${cookie.value}` })).text;
    expect(await look("track=Riddles&options=2&form=unparsed")).toContain(
      `>${t("cases.count", { total: 1 })}<`,
    );
    expect(await look("longer=100000")).toContain(`>${t("cases.noneTitle")}<`);
  });
  await test.step("candidates called NA, null and =1+1 are candidates like any other", async () => {
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.getByText("2. null", { exact: true })).toBeVisible();
    for (const name of oddNames) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  });
  await test.step("one is read", async () => {
    await page.goto(first);
    await readCase(page, second);
  });
  await test.step("what every run made of one, and failed calls apart", async () => {
    await page.goto(last);
    const summary = t("cases.predictions.summary", { right: 1, answered: 1, failed: 1 });
    await expect(page.getByText(summary)).toBeVisible();
    const answered = page.getByRole("listitem").filter({ hasText: "gpt-strong" });
    await expect(answered.getByText(t("cases.predictions.right"), { exact: true })).toBeVisible();
    await expect(answered).toContainText("0.700");
    await expect(page.getByRole("heading", { name: t("cases.predictions.failedTitle") })).toBeVisible();
  });
});
