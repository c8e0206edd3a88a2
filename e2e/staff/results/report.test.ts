import { readFile } from "node:fs/promises";
import { resultsPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { benchmarkOfTwo, selectedByHarbour, sitThrough } from "#e2e/support/answered-study.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { expectRoom } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const [people, cases] = [3, 32];

/** Cases that gpt-harbour was sure of and wrong about, answered by three people; lantern-2 has two of three right. */
async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await benchmarkOfTwo(80);
  const sample = { seed: 7, quota: { Literary: cases } };
  const study = await openedStudy({ benchmark, frame: selectedByHarbour, sample });
  for (let person = 0; person < people; person++)
    await sitThrough(study, (position) => ({ isRight: (position + person) % 3 !== 0 }));
  return study;
}

test("a researcher reads the report, prints it, takes it with every file in it, and looks behind a figure", async ({
  page,
  signInAsMember,
}) => {
  // Every figure as a picture and as a page of paper.
  test.slow();
  const study = await answeredStudy();
  const { person } = await signInAsMember(study);
  const address = resultsPath(study.slug, "report");
  const early = wordsOf({ text: await (await page.request.get(address)).text() });
  expect(early).toContain(t("results.notYet.title"));
  expect(early).not.toContain(t("reportPage.download"));

  await closeStudy(operator(), study.slug);
  await page.goto(address);
  await expectRoom(page, t("reports.title"));
  const checklist = page.getByRole("table", { name: t("reports.checklist.caption") });
  await expect(checklist.getByRole("row")).toHaveCount(15);
  const point = (name: string) => checklist.getByRole("row", { name: new RegExp(`^\\d+\\. ${name}`) });
  await expect(point(t("reports.points.frozen.title"))).toContainText(t("reports.states.met"));
  await expect(point(t("reports.points.frozen.title"))).toContainText(/SHA-256 of the plan [0-9a-f]{64}/);
  await expect(point(t("reports.points.selection.title"))).toContainText("gpt-harbour (zero-shot) was wrong");
  await expect(point(t("reports.points.alternative.title"))).toContainText("lantern-2 (zero-shot), omega");
  await expect(point(t("reports.points.exposure.title"))).toContainText(t("reports.states.missing"));
  await expect(page.getByText(`${cases} cases of the benchmark`)).toBeVisible();

  // What nobody stated leads to where it is stated.
  const gap = t("reports.methods.gapsLink", { what: t("reports.methods.gaps.payment") });
  await page.getByRole("link", { name: gap }).click();
  await page.getByRole("combobox", { name: t("reporting.fields.payment") }).selectOption("unpaid");
  await page.getByRole("button", { name: t("reporting.details.save") }).click();
  await expect(page.getByText(t("reporting.details.history"))).toBeVisible();
  await page.goto(address);
  await expect(page.getByText(t("reporting.sentences.unpaid"))).toBeVisible();
  await expect(page.getByRole("link", { name: gap })).toHaveCount(0);

  await page.emulateMedia({ media: "print" });
  for (const way of await page.getByRole("navigation").all()) await expect(way).toBeHidden();
  await expect(page.getByRole("link", { name: t("reportPage.download") })).toBeHidden();
  await expect(page.getByText(`Study: ${study.title} (${study.slug})`)).toBeVisible();
  await expect(checklist).toBeVisible();
  await expect(page.getByText(person.name)).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: t("reportPage.download") }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe(`${study.slug}-report.zip`);
  const files = readZip(await readFile(await download.path()));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      ...["README.txt", "answers.csv", "checklist.json", "checklist.md", "codebook.md", "manifest.json"],
      ...["methods.md", "methods.tex", "parity.md", "results.json", "figures/figure-1-forest-178mm.svg"],
      ...["figures/figure-1-forest-86mm.png", "tables/results.csv", "tables/table5.tex"],
    ]),
  );
  // The page and the file say the same.
  const told = JSON.parse(files.get("checklist.json") ?? "") as {
    points: { title: string; value: string }[];
  };
  for (const { title, value } of told.points) await expect(point(title)).toContainText(value);

  // From a point to the figures it is judged by, and from a figure to the cases behind it.
  await point(t("reports.points.agreement.title")).getByRole("link").click();
  const figures = page.getByRole("table", {
    name: t("resultsAgreement.figures.caption", { who: "people" }),
  });
  await figures
    .getByRole("link", { name: /^−?0\.\d{3}$/ })
    .first()
    .click();
  const sorted = page.getByRole("columnheader", { name: t("resultsCases.table.disagreement") });
  await expect(sorted).toHaveAttribute("aria-sort", "descending");
});
