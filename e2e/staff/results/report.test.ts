import { resultsPath } from "#lib/paths.ts";
import { benchmarkOfTwo, close, selectedByHarbour, sitThrough } from "#e2e/support/answered-study.ts";
import { expectRoom } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const [people, cases] = [3, 32];

/** Cases that gpt-harbour was sure of and wrong about, answered by three people; lantern-2 has two of three right. */
async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await benchmarkOfTwo(80);
  const sample = { seed: 7, quota: { Literary: cases } };
  const study = await openedStudy({ benchmark, frame: selectedByHarbour, sample });
  for (let person = 0; person < people; person++)
    await sitThrough(study, (position) => ({ isRight: (position + person) % 3 !== 0 }));
  await close(study);
  return study;
}

thorough(
  "a researcher states what the report lacks, prints it, and looks behind a figure",
  async ({ page, signInAsMember }) => {
    const study = await answeredStudy();
    const { person } = await signInAsMember(study);
    const address = resultsPath(study.slug, "report");
    await page.goto(address);
    await expectRoom(page, t("reports.title"));
    const checklist = page.getByRole("list", { name: t("reports.checklist.caption") });
    const gap = t("reports.methods.gapsLink", { what: t("reports.methods.gaps.payment") });
    // Figures first, and no more than five windows until something is unfolded.
    await page.setViewportSize({ width: 1280, height: 860 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5 * 860);
    const contents = page.getByRole("navigation", { name: t("reports.contents") });
    await contents.getByRole("link", { name: t("reports.headings.methods") }).click();
    await expect(contents).toBeInViewport();
    await page.getByRole("link", { name: gap }).click();
    await page.getByRole("combobox", { name: t("reporting.fields.payment") }).selectOption("unpaid");
    await page.getByRole("button", { name: t("reporting.details.save") }).click();
    await expect(page.getByText(t("reporting.details.history"))).toBeVisible();
    await page.goto(address);
    await expect(page.getByText(t("reporting.sentences.unpaid"))).toBeHidden();
    await expect(page.getByRole("link", { name: gap })).toHaveCount(0);

    await page.emulateMedia({ media: "print" });
    for (const way of await page.getByRole("navigation").all()) await expect(way).toBeHidden();
    await expect(page.getByRole("link", { name: t("reportPage.download") })).toBeHidden();
    await expect(page.getByText(`Study: ${study.title} (${study.slug})`)).toBeVisible();
    await expect(checklist).toBeVisible();
    // What is folded on the screen is open on paper.
    await expect(page.getByText(t("reporting.sentences.unpaid"))).toBeVisible();
    await expect(checklist.getByText(t("reports.checklist.found")).last()).toBeVisible();
    await expect(page.getByText(person.name)).toBeHidden();
    await page.emulateMedia({ media: "screen" });

    // From a point to the figures it is judged by, and from a figure to the cases behind it.
    const agreement = new RegExp(`\\d+\\. ${t("cards.checklist.points.agreement")}`);
    const tile = checklist.getByRole("listitem").filter({ hasText: agreement });
    await tile.locator("summary").click();
    await tile.getByRole("link").click();
    const figures = page.getByRole("table", {
      name: t("resultsAgreement.figures.caption"),
    });
    await figures
      .getByRole("link", { name: /^−?0\.\d{3}$/ })
      .first()
      .click();
    const sorted = page.getByRole("columnheader", { name: t("resultsCases.table.disagreement") });
    await expect(sorted).toHaveAttribute("aria-sort", "descending");
  },
);
