import type { Page } from "@playwright/test";
import { resultsPath } from "#lib/paths.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** Ten cases, of which the one model has two; two people, of whom one errs on the first she is shown. */
async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await importBenchmark({ Literary: 10 });
  const questions = { reason: "optional" };
  const study = await openedStudy({ benchmark, questions, sample: { seed: 7, quota: { Literary: 10 } } });
  for (const errsOn of [0, 1])
    await sitThrough(study, (position) => ({
      isRight: position !== errsOn,
      reason: `Nobody else keeps bells: ${position}`,
    }));
  await close(study);
  return study;
}

const question = (page: Page, filter: "people_right" | "reported" | "tied") =>
  page
    .getByRole("navigation", { name: t("resultsCases.filters.label") })
    .getByRole("link", { name: t(`resultsCases.filters.${filter}.name`, { who: "people" }) });

const listed = (page: Page) =>
  page.getByRole("region", { name: t("resultsCases.table.caption") }).getByRole("rowheader");

/** By keyboard: the cell is one stop, arrows go on from there. */
async function readMap(page: Page): Promise<void> {
  const cell = page.getByRole("figure").getByRole("link", { name: /^Participant \d+\. Literary, case / });
  await cell.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const said = /\. Literary, case \S+\. (Right|Wrong): chose .+\.$/;
  const model = page.getByRole("figure").getByRole("link", { name: said });
  await expect(model).toBeFocused();
  await expect(model).not.toHaveAccessibleName(/^Participant/);
  const [, key = ""] = (await model.getAttribute("href"))?.match(/\/cases\/Literary\/([^?]+)/) ?? [];
  await page.keyboard.press("Enter");
  await expectRoom(page, t("resultsCases.case.title"));
  await expect(page.getByText(decodeURIComponent(key), { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expectRoom(page, t("resultsCases.title"));
}

/** After a reload, under another question, and on return from a case. */
async function expectDrawnAgain(page: Page): Promise<void> {
  const drawn = page.locator("#answer-map .drawing").filter({ visible: true }).locator("path").first();
  await page.reload();
  await expect(drawn).toHaveAttribute("d", /^M/);
  await question(page, "tied").click();
  await expect(question(page, "tied")).toHaveAttribute("aria-current", "true");
  await expect(drawn).toHaveAttribute("d", /^M/);
  await listed(page).getByRole("link").first().click();
  await expectRoom(page, t("resultsCases.case.title"));
  await page.goBack();
  await page.goBack();
  await expectRoom(page, t("resultsCases.title"));
  await expect(question(page, "tied")).not.toHaveAttribute("aria-current");
  await expect(drawn).toHaveAttribute("d", /^M/);
}

thorough(
  "a case that people had right and every model wrong is found, read, reported and listed",
  async ({ page, signInAsMember }) => {
    const study = await answeredStudy();
    const { person } = await signInAsMember(study);
    await page.goto(resultsPath(study.slug, "cases"));
    await expectRoom(page, t("resultsCases.title"));
    await expect(listed(page)).toHaveCount(10);

    // One of the ten is tied: she and the other chose differently there.
    await expect(question(page, "tied")).toHaveText(/1$/);
    await question(page, "people_right").click();
    await expect(question(page, "people_right")).toHaveAttribute("aria-current", "true");
    await expect(listed(page)).not.toHaveCount(0);
    const found = await listed(page).count();
    await expect(question(page, "people_right")).toHaveText(new RegExp(`${found}$`));
    expect([7, 8]).toContain(found);
    await listed(page).getByRole("link").first().click();
    await expectRoom(page, t("resultsCases.case.title"));
    const place = { of: found, filter: t("resultsCases.filters.people_right.name", { who: "people" }) };
    await expect(page.getByText(t("resultsCases.case.place", { ...place, place: 1 }))).toBeVisible();
    await expect(page.getByRole("group", { name: t("sitting.reading.conversation") })).toBeVisible();
    await expect(page.getByText(/^2 of 2 people chose the right answer/).first()).toBeVisible();
    await expect(page.getByText("Nobody else keeps bells").first()).toBeVisible();
    await page.getByText(t("resultsCases.case.models.show")).first().click();
    await expect(page.getByText("I say so.")).toBeVisible();
    const numbers = await page
      .getByRole("link", { name: t("charts.numbers"), includeHidden: true })
      .first()
      .getAttribute("href");
    expect(await (await page.request.get(numbers ?? "")).text()).toContain(
      "people,,,,1,Ilse Brandt,1,2,1\r\n",
    );

    await page.getByRole("link", { name: t("resultsCases.case.next") }).click();
    await expect(page.getByText(t("resultsCases.case.place", { ...place, place: 2 }))).toBeVisible();
    await page.getByLabel(t("resultsCases.analysis.class")).fill("irony missed");
    await page.getByLabel(t("resultsCases.analysis.words")).fill("Both *could* say it.");
    await press(page, t("resultsCases.analysis.save"));
    await expect(page.getByText("Both could say it.")).toBeVisible();
    await press(page, t("resultsCases.report.submit"));
    await expect(page.getByText(t("resultsCases.report.fields.empty"))).toBeVisible();
    await page.getByLabel(t("resultsCases.report.reason")).fill("Two of them could say it.");
    await press(page, t("resultsCases.report.submit"));
    await expect(page.getByText(t("resultsCases.report.reported"))).toBeVisible();

    await page.getByRole("link", { name: t("resultsCases.case.toList") }).click();
    await expect(question(page, "reported")).toHaveText(/1$/);
    await question(page, "reported").click();
    await expect(listed(page)).toHaveCount(1);
    await expect(listed(page)).toContainText(`${person.name}, `);
    await expect(listed(page)).toContainText("Two of them could say it.");
    await page.getByRole("link", { name: "irony missed" }).click();
    await expect(listed(page)).toHaveCount(1);
    const overview = wordsOf({ text: await (await page.request.get(resultsPath(study.slug))).text() });
    expect(overview).toContain(t("resultsOverview.variants.reported.without", { count: 1 }));
  },
);

thorough(
  "a cell of the map leads to its case, and the map is drawn again whichever way one comes",
  async ({ page, signInAsMember }) => {
    const study = await answeredStudy();
    await signInAsMember(study);
    await page.goto(resultsPath(study.slug, "cases"));
    await expectRoom(page, t("resultsCases.title"));
    await test.step("a cell of the map says what it is, and leads to its case", () => readMap(page));
    await test.step("the map is drawn again", () => expectDrawnAgain(page));
  },
);
