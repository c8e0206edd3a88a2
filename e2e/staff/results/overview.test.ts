import type { Page } from "@playwright/test";
import { figureAddress, resultsPath, studyPath } from "#components/studies/address.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answer-mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { writeResults } from "#lib/study-results/results-document.ts";
import { recallRows } from "#lib/study-results/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const sampled = 12;

/** Twelve cases that gpt-harbour was sure of and wrong about; lantern-2 has two of three of all cases. */
async function interimStudy(): Promise<OpenStudy> {
  const benchmark = await importBenchmark({ Literary: 40 });
  const rows = someRows(40, "Literary");
  const lantern = rows.map((row, i) => ({
    ...row,
    probabilities: i % 3 === 1 ? [0.2, 0.3, 0.4, 0.1] : [0.7, 0.15, 0.1, 0.05],
  }));
  const results = { "lantern-2": resultsCsv(lantern) };
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows), results });
  return openedStudy({
    benchmark: benchmark.slug,
    frame: {
      tracks: ["Literary"],
      reference: { model: "gpt-harbour", method: "zero-shot", threshold: 0.9 },
    },
    sample: { seed: 7, quota: { Literary: sampled } },
    rules: { interim: true },
  });
}

/** The first so many cases; all right but one in so many. */
async function answerCases(sitter: Sitter, from: number, to: number, wrongEvery: number): Promise<void> {
  const { viewer, sittingId } = sitter;
  const served = await db.servedCase.findMany({
    where: { sittingId, position: { gte: from, lte: to } },
    orderBy: { position: "asc" },
  });
  for (const { position, optionOrder } of served) {
    // The first option of every case is the right one.
    const choice = optionOrder.indexOf(position % wrongEvery === 0 ? 1 : 0);
    const value = answerValue.parse({ choice, activeMs: 9_000 });
    const rest = { id: crypto.randomUUID(), revision: 1, clientAt: new Date() };
    const saved = await saveAnswer(viewer, { sittingId, position, value, ...rest });
    if (!saved.ok) throw new Error(`refused: ${saved.error}`);
  }
}

const headline = (page: Page) => page.getByRole("group", { name: t("resultsOverview.headline.label") });
const rowOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: t("resultsOverview.table.caption", { who: "people" }) })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });

test("the headline follows an answer without a reload, is marked as interim, and is the document's to the last digit", async ({
  page,
  signInAs,
}) => {
  const study = await interimStudy();
  const [first, second, third] = [await beginAt(study), await beginAt(study), await beginAt(study)];
  await answerCases(first, 1, sampled, 6);
  await answerCases(second, 1, sampled, 4);
  await answerCases(third, 1, 4, 4);
  await signInAs("admin");
  await page.goto(resultsPath(study.slug));
  await expectHeading(page, t("resultsOverview.title"));
  await expect(page.getByText(t("results.interim.title"))).toBeVisible();
  // 24 answers of two people and 4 of a third are less than it takes.
  await expect(headline(page)).toContainText("Too few answers to claim anything: 28 answers of 3 people");
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await answerCases(third, 5, 6, 4);
  await expect(headline(page)).toContainText("3 people gave 30 answers to 12 cases", { timeout: 6_000 });
  await expect(headline(page)).toContainText("people and cases resampled");
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);

  const rows = await recallRows(operator(), study.slug);
  if (!rows) throw new Error("the study is gone");
  const document = await writeResults(rows, mainView("people"));
  const [best] = document.models;
  if (!best) throw new Error("no model is in the document");
  const shown = headline(page).getByRole("strong");
  await expect(shown.first()).toHaveAttribute("title", String(document.people.accuracy));
  await expect(shown.last()).toHaveAttribute("title", String(best.top1));
  const cells = rowOf(page, "lantern-2").locator("[title]");
  const titles = await cells.evaluateAll((all) => all.map((it) => it.getAttribute("title")));
  const { gap, scores, mcnemar, interval } = best;
  for (const figure of [best.top1, scores.top2, scores.meanRank, scores.ece, scores.brierPerOption])
    expect(titles).toContain(String(figure));
  for (const figure of [gap.value, mcnemar.p, mcnemar.holm]) expect(titles).toContain(String(figure));
  for (const it of [interval, gap.interval]) expect(titles).toContain(`${it?.low} ${it?.high}`);

  // By construction it has none of these cases: its figure is none.
  await expect(rowOf(page, "gpt-harbour")).toContainText(t("resultsOverview.forest.selecting.wrong"));
  await expect(page.getByText(t("resultsOverview.selecting.title", { model: "gpt-harbour" }))).toBeVisible();

  const asked = figureAddress(study.slug, "forest", new URLSearchParams(), "csv");
  const csv = await (await page.request.get(asked)).text();
  const { low, high } = document.people.interval;
  expect(csv).toContain(`,30,${document.people.accuracy},${low},${high},`);
  const png = await page.request.get(figureAddress(study.slug, "forest", new URLSearchParams(), "png"));
  expect([png.status(), (await png.body()).subarray(1, 4).toString()]).toEqual([200, "PNG"]);

  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findViolations(page, "colours")).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await hasSidewaysScroll(page)).toBe(false);
  await headline(page).getByRole("link", { name: "12 cases" }).click();
  await expectHeading(page, t("resultsCases.title"));
});

test("without interim results nothing of them is in the page while people answer; once it is closed, the study leads there", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy();
  for (const wrongEvery of [3, 3, 2]) {
    const sitter = await beginAt(study);
    await answerCases(sitter, 1, 2, wrongEvery);
    await submitSitting(sitter.viewer, sitter.sittingId);
  }
  await signInAs("admin");
  const answer = await page.goto(resultsPath(study.slug));
  await expect(page.getByText(t("results.notYet.title"))).toBeVisible();
  await expect(headline(page)).toHaveCount(0);
  await expect(page.getByRole("figure")).toHaveCount(0);
  // Five of six answers are right.
  expect(await answer?.text()).not.toMatch(/83\.3|0\.8333/);
  const asked = figureAddress(study.slug, "forest", new URLSearchParams(), "csv");
  expect((await page.request.get(asked)).status()).toBe(409);

  await closeStudy(operator(), study.slug);
  await page.goto(studyPath(study.slug));
  await page.getByRole("link", { name: "See the results" }).click();
  await expect(headline(page)).toContainText("6 answers of 3 people to 2 cases");
});
