import type { Locator, Page } from "@playwright/test";
import { benchmarkPath, benchmarkSettingsPath, resultsPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { benchmarkOfTwo, close, selectedByHarbour, sitThrough } from "#e2e/support/answered-study.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { expectRoom, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const sampled = 32;

/** Cases that gpt-harbour was sure of and wrong about; lantern-2 has two of three, and three people most of them. */
async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await benchmarkOfTwo(80);
  const sample = { seed: 7, quota: { Literary: sampled } };
  const confidence = { ask: "optional", form: "slider" } as const;
  const study = await openedStudy({ benchmark, frame: selectedByHarbour, sample, questions: { confidence } });
  for (const errsOn of [[1], [2, 3], [3, 4, 5, 6, 7, 8]])
    await sitThrough(study, (_, place) => {
      const isRight = !errsOn.includes(place);
      return { isRight, confidence: isRight ? 0.9 : 0.6 };
    });
  await close(study);
  return study;
}

// Both tests look at the same study, since to make one takes longer than they do; nothing they do changes it.
test.describe.configure({ mode: "default" });
let known: Promise<OpenStudy> | undefined;
const studyOfThree = () => (known ??= answeredStudy());

/** The lines of a figure's own file of numbers, without their heading. */
async function readNumbers(page: Page, figure: string): Promise<string[][]> {
  const href = await page
    .locator(`#${figure}`)
    .getByRole("link", { name: t("charts.numbers"), includeHidden: true })
    .getAttribute("href");
  const text = await (await page.request.get(href ?? "")).text();
  return text.replace(/^\uFEFF/, "").trim().split("\r\n").slice(1).map((line) => line.split(",")); // oxfmt-ignore
}

const titlesOf = (cells: Locator): Promise<(string | null)[]> =>
  cells.locator("[title]").evaluateAll((found) => found.map((one) => one.getAttribute("title")));

const counted = (page: Page, total: number): Locator =>
  page.getByText(t("resultsCases.count", { total }), { exact: true });

/** Follows the last count of a table to the cases behind it. */
async function followLast(page: Page, table: Locator): Promise<number> {
  const link = table.getByRole("link").last();
  const n = Number(await link.textContent());
  await link.click();
  await expectRoom(page, t("resultsCases.title"));
  return n;
}

async function expectNarrowed(page: Page, found: { answers: number; cases: number }): Promise<Locator> {
  const narrowed = page.getByRole("region", { name: t("resultsCases.sure.label") });
  await expect(narrowed).toContainText(t("resultsCases.sure.counts", found));
  await expect(counted(page, found.cases)).toBeVisible();
  return narrowed;
}

thorough(
  "models are looked at one by one, and agreement of people, each with the numbers of its file",
  async ({ page, signInAs }) => {
    const study = await studyOfThree();
    await signInAs("admin");
    await page.goto(resultsPath(study.slug, "models"));
    await expectRoom(page, t("resultsModels.title"));
    // The best of those that were not chosen by is what is shown first.
    await expect(page.getByRole("heading", { name: "lantern-2", exact: true })).toBeVisible();
    const runs = page.getByRole("region", { name: t("resultsModels.runs.caption", { cases: sampled }) });
    await expect(runs.getByRole("row").filter({ hasText: "gpt-harbour" })).toContainText(
      t("resultsModels.selecting.wrong"),
    );
    // One figure, one interval: the overview’s.
    const rows = await getRows(operator(), study.slug);
    if (!rows) throw new Error("the study is gone");
    const best = rows.runs.find(({ model }) => model === "lantern-2")?.id ?? 0;
    const { low, high } = (await getIntervals(rows, mainView("people"))).models.get(best) ?? {};
    const ofBest = runs.getByRole("row").filter({ hasText: "lantern-2" });
    await expect(ofBest.getByTitle(`${low} ${high}`, { exact: true })).toBeVisible();
    await page.locator("#reliability summary").click();
    const bands = page.getByRole("region", {
      name: t("resultsModels.reliability.caption", { model: "lantern-2" }),
    });
    const numbers = await readNumbers(page, "reliability");
    const counts = await bands.getByRole("row").locator("td:nth-child(3)").allTextContents();
    expect(counts).toEqual(numbers.map((cells) => cells[5]));
    expect(counts.map(Number).reduce((sum, n) => sum + n, 0)).toBe(sampled);
    await page.locator("#by-confidence > summary").click();
    for (const caption of ["reliability.caption", "confidence.caption"] as const) {
      const table = page.getByRole("region", { name: t(`resultsModels.${caption}`, { model: "lantern-2" }) });
      const link = table.getByRole("link").last();
      const n = Number(await link.textContent());
      const cases = await page.request.get((await link.getAttribute("href")) ?? "");
      const words = wordsOf({ text: await cases.text() });
      for (const said of [
        t("resultsCases.title"),
        t("resultsCases.sure.counts", { answers: n, cases: n }),
        t("resultsCases.count", { total: n }),
      ])
        expect(words).toContain(said);
    }
    await page.locator("#agreement summary").click();
    const pairs = page.getByRole("region", { name: t("resultsModels.agreement.caption") });
    const told = await titlesOf(pairs.locator("tbody td"));
    const expected = (await readNumbers(page, "agreement")).map(
      ([, , , , same, kappa]) => `${same} ${kappa}`,
    );
    expect(told.map((title) => title?.trim())).toEqual(expected.map((title) => title.trim()));

    const choice = page.getByLabel(t("resultsModels.choose.label"), { exact: true });
    await choice.focus();
    await page.keyboard.press("g");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(t("resultsModels.selecting.title", { model: "gpt-harbour" }), { exact: true }),
    ).toBeVisible();
    await expect(page).toHaveURL(/[?&]model=\d+/);

    await page.getByRole("link", { name: t("results.pages.agreement"), exact: true }).click();
    await expectRoom(page, t("resultsAgreement.title"));
    const figures = page.getByRole("region", {
      name: t("resultsAgreement.figures.caption"),
    });
    await expect(
      figures.getByRole("row").filter({ hasText: t("resultsAgreement.figures.all") }),
    ).toContainText(/–/);
    await expect(
      page.getByText(t("resultsAgreement.figures.method", { judged: "false" }), { exact: true }),
    ).toBeVisible();
    for (const fold of ["peers-list", "alternative", "gold"])
      await page.locator(`#${fold} > summary`).click();
    const people = page.getByRole("region", { name: t("resultsAgreement.people.caption") });
    const shares = await titlesOf(people.locator("tbody td:nth-child(3)"));
    expect(shares).toEqual((await readNumbers(page, "agreement-people")).map((cells) => cells[2]));
    await expect(people.getByRole("rowheader").getByRole("link").first()).toHaveText("3");

    const tested = page.getByRole("region", { name: t("resultsAgreement.alternative.caption") });
    await expect(tested.getByRole("row").filter({ hasText: "gpt-harbour" })).toContainText(
      t("resultsApart.out", { apart: "selecting" }),
    );
    await expect(tested.getByRole("row").filter({ hasText: "lantern-2" })).toContainText(
      t("resultsAgreement.alternative.no"),
    );
    await page.getByText(t("resultsAgreement.alternative.each", { model: "lantern-2" })).click();
    const each = page.getByRole("region", {
      name: t("resultsAgreement.alternative.eachCaption", { model: "lantern-2" }),
    });
    await expect(each.getByRole("rowheader")).toHaveCount(3);
    const why = t("resultsAgreement.alternative.epsilonWhy", { epsilon: 0.2, isPlanned: "false" });
    await expect(page.getByText(why)).toBeVisible();
    await page.getByRole("link", { name: t("resultsAgreement.gold.action") }).click();
    const trusted = page.getByRole("region", { name: t("resultsAgreement.gold.people") });
    await expect(trusted.getByRole("rowheader")).toHaveCount(3);
    await expect(trusted.getByRole("rowheader").first()).toHaveText("3");
    await declareAnOrder(page, rows.study.benchmark.slug);
    await page.goto(resultsPath(study.slug, "agreement"));
    await expect(
      figures.getByText(t("resultsAgreement.figures.levels.ordinal"), { exact: true }),
    ).toBeVisible();
  },
);

/** The names were offered in every case: the import took them for categories without an order. */
async function declareAnOrder(page: Page, slug: string): Promise<void> {
  await page.goto(benchmarkSettingsPath(slug));
  const kind = page.getByLabel(t("benchmarks.categories.kind"), { exact: true });
  await page
    .getByText(t.markup("benchmarks.categories.of", { track: "Literary", name: (name) => name }))
    .click();
  await expect(kind).toHaveValue("shared");
  await kind.selectOption("ordered");
  const names = page.getByLabel(t("benchmarks.categories.names"), { exact: true });
  const given = await names.inputValue();
  await names.fill(given.split("\n").slice(1).join("\n"));
  await press(page, t("benchmarks.categories.submit"));
  await expect(names).toHaveAccessibleDescription(/Missing from the list/);
  await names.fill(given.split("\n").toReversed().join("\n"));
  await press(page, t("benchmarks.categories.submit"));
  await expect(page.getByText(t("benchmarks.categories.saved"), { exact: true })).toBeVisible();
  await page.goto(benchmarkPath(slug));
  await expect(page.getByRole("row").filter({ hasText: "Literary" })).toContainText(
    t("benchmarks.tracks.kinds.ordered"),
  );
}

thorough(
  "the count of a bin of people leads to the cases its answers were given to, and back to all",
  async ({ page, signInAs }) => {
    const study = await studyOfThree();
    await signInAs("admin");
    await page.goto(resultsPath(study.slug, "calibration"));
    await page.locator("#calibration summary").click();
    const bins = page.getByRole("region", { name: t("resultsPeople.calibration.figure.bins") });
    // Nine errors, two of them on the same place.
    expect(await followLast(page, bins.getByRole("row").filter({ hasText: "55–60" }))).toBe(9);
    const narrowed = await expectNarrowed(page, { answers: 9, cases: 8 });
    // What stands there besides is looked at with all pages.
    const itself = `section[aria-label="${t("resultsCases.sure.label")}"]`;
    expect(await findViolations(page, "everything", itself)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await narrowed.getByRole("link").click();
    await expect(narrowed).toBeHidden();
    await expect(counted(page, sampled)).toBeVisible();
  },
);
