import type { Locator, Page } from "@playwright/test";
import { resultsPath } from "#components/studies/address.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answer-mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const sampled = 32;

/** Cases that gpt-harbour was sure of and wrong about; lantern-2 has two of three, and three people most of them. */
async function answeredStudy(): Promise<OpenStudy> {
  const benchmark = await importBenchmark({ Literary: 80 });
  const rows = someRows(80, "Literary");
  const lantern = rows.map((row, i) => {
    const sure = 45 + 5 * (i % 10);
    const right = [sure, 100 - sure, 0, 0].map((percent) => percent / 100);
    return { ...row, probabilities: i % 3 === 1 ? [0.2, 0.3, 0.4, 0.1] : right };
  });
  const results = { "lantern-2": resultsCsv(lantern) };
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows), results });
  const reference = { model: "gpt-harbour", method: "zero-shot", threshold: 0.9 };
  const study = await openedStudy({
    benchmark: benchmark.slug,
    frame: { tracks: ["Literary"], reference },
    sample: { seed: 7, quota: { Literary: sampled } },
  });
  for (const errsOn of [[1], [2, 3], [3, 4, 5, 6, 7, 8]]) {
    const { viewer, sittingId } = await beginAt(study);
    const served = await db.servedCase.findMany({
      where: { sittingId },
      select: { position: true, optionOrder: true, studyCaseId: true },
      orderBy: { studyCaseId: "asc" },
    });
    for (const [nth, { position, optionOrder }] of served.entries()) {
      const choice = optionOrder.indexOf(errsOn.includes(nth) ? 1 : 0);
      const value = answerValue.parse({ choice, activeMs: 9_000 });
      const rest = { id: crypto.randomUUID(), revision: 1, clientAt: new Date() };
      const saved = await saveAnswer(viewer, { sittingId, position, value, ...rest });
      if (!saved.ok) throw new Error(`refused: ${saved.error}`);
    }
    const submitted = await submitSitting(viewer, sittingId);
    if (!submitted.ok) throw new Error(`not handed in: ${submitted.error}`);
  }
  const closed = await closeStudy(operator(), study.slug, study.title);
  if (!closed.ok) throw new Error(`not closed: ${closed.error}`);
  return study;
}

/** The lines of a figure's own file of numbers, without their heading. */
async function readNumbers(page: Page, figure: string): Promise<string[][]> {
  const href = await page
    .locator(`#${figure}`)
    .getByRole("link", { name: t("charts.numbers") })
    .getAttribute("href");
  const text = await (await page.request.get(href ?? "")).text();
  return text.replace(/^\uFEFF/, "").trim().split("\r\n").slice(1).map((line) => line.split(",")); // prettier-ignore
}

const titlesOf = (cells: Locator): Promise<(string | null)[]> =>
  cells.locator("[title]").evaluateAll((found) => found.map((it) => it.getAttribute("title")));

async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await hasSidewaysScroll(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("models are looked at one by one, and agreement of people, each with the numbers of its file", async ({
  page,
  signInAs,
}) => {
  const study = await answeredStudy();
  await signInAs("admin");
  await page.goto(resultsPath(study.slug, "models"));
  await expectHeading(page, t("resultsModels.title"));
  // The best of those that were not chosen by is what is shown first.
  await expect(page.getByRole("heading", { name: "lantern-2", exact: true })).toBeVisible();
  const runs = page.getByRole("region", { name: t("resultsModels.runs.caption", { cases: sampled }) });
  await expect(runs.getByRole("row").filter({ hasText: "gpt-harbour" })).toContainText(
    t("resultsModels.selecting.wrong"),
  );
  await page.locator("#reliability summary").click();
  const bands = page.getByRole("region", {
    name: t("resultsModels.reliability.caption", { model: "lantern-2" }),
  });
  const numbers = await readNumbers(page, "reliability");
  const counts = await bands.getByRole("row").locator("td:nth-child(3)").allTextContents();
  expect(counts).toEqual(numbers.map((cells) => cells[5]));
  expect(counts.map(Number).reduce((sum, n) => sum + n, 0)).toBe(sampled);
  await page.locator("#agreement summary").click();
  const pairs = page.getByRole("region", { name: t("resultsModels.agreement.caption") });
  const told = await titlesOf(pairs.locator("tbody td"));
  const expected = (await readNumbers(page, "agreement")).map(([, , , , same, kappa]) => `${same} ${kappa}`);
  expect(told.map((title) => title?.trim())).toEqual(expected.map((title) => title.trim()));
  await expectSound(page);

  const choice = page.getByLabel(t("resultsModels.choose.label"), { exact: true });
  await choice.focus();
  await page.keyboard.press("g");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(t("resultsModels.selecting.title", { model: "gpt-harbour" }), { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/[?&]model=\d+/);

  await page.getByRole("link", { name: t("results.rooms.agreement"), exact: true }).click();
  await expectHeading(page, t("resultsAgreement.title"));
  const figures = page.getByRole("region", { name: t("resultsAgreement.figures.caption", { who: "people" }) });
  await expect(figures.getByRole("row").filter({ hasText: t("resultsAgreement.figures.all") })).toContainText(
    /–/,
  );
  await expect(page.getByText(/cases resampled 10,000 times/)).toBeVisible();
  const people = page.getByRole("region", { name: t("resultsAgreement.people.caption") });
  const shares = await titlesOf(people.locator("tbody td:nth-child(3)"));
  expect(shares).toEqual((await readNumbers(page, "agreement-people")).map((cells) => cells[2]));
  await expect(people.getByRole("rowheader").getByRole("link").first()).toHaveText("3");

  const tested = page.getByRole("region", { name: t("resultsAgreement.alternative.caption") });
  await expect(tested.getByRole("row").filter({ hasText: "gpt-harbour" })).toContainText(
    t("resultsAgreement.alternative.out"),
  );
  await expect(tested.getByRole("row").filter({ hasText: "lantern-2" })).toContainText(
    t("resultsAgreement.alternative.no"),
  );
  await page.getByText(t("resultsAgreement.alternative.each", { model: "lantern-2" })).click();
  const each = page.getByRole("region", {
    name: t("resultsAgreement.alternative.eachCaption", { model: "lantern-2" }),
  });
  await expect(each.getByRole("rowheader")).toHaveCount(3);
  await expectSound(page);
  await page.getByLabel(t("resultsAgreement.alternative.epsilonLabel")).selectOption("expert");
  await page.getByRole("button", { name: t("resultsAgreement.alternative.submit") }).click();
  await expect(page).toHaveURL(/epsilon=expert/);
  await expect(tested.getByRole("row").filter({ hasText: "lantern-2" })).toBeVisible();
});
