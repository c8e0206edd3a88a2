import type { Page } from "@playwright/test";
import { figureAddress, resultsPath, studyPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { writeResults } from "#lib/results/document.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { answerCases, benchmarkOfTwo, selectedByHarbour } from "#e2e/support/answered-study.ts";
import { expectRoom } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const sampled = 12;

/** Twelve cases that gpt-harbour was sure of and wrong about; lantern-2 has two of three of all cases. */
async function interimStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await benchmarkOfTwo(40);
  return openedStudy({
    benchmark,
    frame: selectedByHarbour,
    sample: { seed: 7, quota: { Literary: sampled } },
    rules: { interim: true, incomplete: false },
    claims: { stopping: { halfWidth: 0.01, mostPeople: 3 } },
  });
}

/** The cases from one position to another; all right but one in so many. */
const answerFromTo = (sitter: Sitter, from: number, to: number, wrongEvery: number) =>
  answerCases(sitter, (position) =>
    position >= from && position <= to ? { isRight: position % wrongEvery !== 0 } : null,
  );

const headline = (page: Page) => page.getByRole("group", { name: t("resultsOverview.headline.label") });
const rowOf = (page: Page, name: string) =>
  page
    .getByRole("region", { name: t("resultsOverview.table.caption", { who: "people" }) })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });

/** The first number is in the first quarter of a window, also beside a notice. */
async function expectRoomToSee(page: Page): Promise<void> {
  for (const [width, height, most] of [
    [1280, 860, 200],
    [390, 844, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    const first = await headline(page).locator("[data-numeral]").first().boundingBox();
    expect((first ?? never()).y).toBeLessThanOrEqual(most);
  }
}

const never = () => {
  throw new Error("it has no box");
};

/** Three figures and the whole forest before anybody scrolls; what lies folded below opens by its heading. */
async function expectFirstLook(page: Page) {
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(headline(page).getByRole("definition").and(page.locator("[data-numeral]"))).toHaveCount(3);
  const box = await page.locator("#forest .drawing").filter({ visible: true }).boundingBox();
  expect(box?.y ?? NaN).toBeLessThan(560);
  expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(860);
  const opened = page.locator("details#method");
  await expect(opened).not.toHaveAttribute("open");
  await page.evaluate(() => location.assign("#method"));
  await expect(opened).toHaveAttribute("open");
  for (const id of ["finding", "models", "differences", "consensus", "selection"])
    await page.locator(`details#${id} > summary`).click();
}

test("the headline follows an answer without a reload, is marked as interim, and is the document's to the last digit", async ({
  page,
  signInAs,
}) => {
  const study = await interimStudy();
  const [first, second, third] = [await beginAt(study), await beginAt(study), await beginAt(study)];
  await answerFromTo(first, 1, sampled, 6);
  await answerFromTo(second, 1, sampled, 4);
  await answerFromTo(third, 1, 4, 4);
  await signInAs("admin");
  await page.goto(resultsPath(study.slug));
  await expectRoom(page, t("resultsOverview.title"));
  await expect(page).toHaveTitle(`${t("studies.frame.pages.results")} · ${study.title} · Benchside`);
  await expect(page.getByText(t("results.interim.title"))).toBeVisible();
  await expectRoomToSee(page);
  // 24 answers of two people and 4 of a third are less than it takes.
  await expect(headline(page)).toContainText(/Too little data for a conclusion: 3 people .*answers: 28/);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await answerFromTo(third, 5, 6, 4);
  await expect(headline(page)).toContainText("3 people, 12 cases, n = 30");
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
  await expectFirstLook(page);
  await expect(page.locator("details#pace")).toContainText(t("resultTables.looks"));

  const rows = await getRows(operator(), study.slug);
  if (!rows) throw new Error("the study is gone");
  const document = await writeResults(rows, mainView("people"));
  const [best] = document.models;
  if (!best) throw new Error("no model is in the document");
  await expect(headline(page).locator("[data-numeral]").first()).toHaveAttribute(
    "title",
    String(document.people.accuracy),
  );
  // Its row among the models, and one in each block of tests.
  const cells = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: /^lantern-2/ }) })
    .locator("[title]");
  // Behind a test's p stands what it was counted from.
  const titles = await cells.evaluateAll((all) =>
    all.flatMap((one) => one.getAttribute("title")?.split("; ")),
  );
  const { peopleLessModel, consensusLessModel, scores, interval } = best;
  for (const figure of [best.top1, scores.top2, scores.meanRank, scores.ece, scores.brierPerOption])
    expect(titles).toContain(String(figure));
  expect(titles).toContain(String(peopleLessModel.value));
  expect([peopleLessModel.p, consensusLessModel.p]).toEqual([null, null]);
  await expect(headline(page)).toContainText("at every look");
  for (const range of [interval, peopleLessModel.interval])
    expect(titles).toContain(`${range?.low} ${range?.high}`);

  // By construction it has none of these cases: its figure is none.
  await expect(rowOf(page, "gpt-harbour")).toContainText(t("resultsOverview.forest.selecting.wrong"));
  const cases = t("selection.errors", { model: "gpt-harbour", stratum: "selected", sure: "yes" });
  await expect(page.getByText(t("resultsOverview.selecting.title", { cases }))).toBeVisible();
  await expect(
    page.getByText(t("resultsOverview.headline.selected", { selection: t("selection.on", { cases }) })),
  ).toBeVisible();

  const asked = figureAddress(study.slug, "forest", new URLSearchParams(), "csv");
  const csv = await (await page.request.get(asked)).text();
  const { low, high } = document.people.interval;
  expect(csv).toContain(`,30,${document.people.accuracy},${low},${high},`);
  const png = await page.request.get(figureAddress(study.slug, "forest", new URLSearchParams(), "png"));
  expect([png.status(), (await png.body()).subarray(1, 4).toString()]).toEqual([200, "PNG"]);

  const told = page.locator("details#finding").getByRole("link");
  const behind = (name: RegExp) => told.filter({ hasText: name }).first().getAttribute("href");
  expect([await behind(/%/), await behind(/^lantern-2$/)]).toEqual([
    resultsPath(study.slug, "people"),
    resultsPath(study.slug, "models", new URLSearchParams({ model: String(best.runId) })),
  ]);
  // All columns are in view on a researcher's screen; on a smaller one it is said that there are more.
  const region = page.getByRole("region", { name: t("resultsOverview.table.caption", { who: "people" }) });
  const hidden = () => region.evaluate((item) => item.scrollWidth - item.clientWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(hidden).toBe(0);
  await expect(page.getByText(t("resultsOverview.wide")).first()).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(hidden).toBeGreaterThan(0);
  await expect(page.getByText(t("resultsOverview.wide")).first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  await headline(page).getByRole("link", { name: "12 cases" }).first().click();
  await expectRoom(page, t("resultsCases.title"));

  await page.goto(studyPath(study.slug));
  const why = t("live.stopping.why.most_people", { people: 3, most: 3 });
  await expect(page.getByRole("region", { name: t("live.stopping.title") })).toContainText(
    t("live.stopping.met", { why }),
  );
});
