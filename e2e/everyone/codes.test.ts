import type { Page } from "@playwright/test";
import { resultsPath } from "#lib/paths.ts";
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  attentivePeople,
  designFrom,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { close } from "#e2e/support/answered-study.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

// Thoughts are coded by a shared code book, from a file to the results.

const cases = exampleLines("examples/thought-analysis.jsonl").slice(0, 6);
const judged = exampleLines("examples/thought-analysis-judge.jsonl")
  .slice(0, 6)
  .map((line) => JSON.parse(line) as { case: string; labels: string[] });
const book = resolveLabels("thought-analysis");
const secrets = ["Memory", "Zero-shot", "quill-3", '"bridge"', '"attributes"', '"gold"'];

const designOf = () =>
  designFrom({
    ...{ track: "Thoughts", cases, count: cases.length },
    results: { judge: judged.map(({ case: key, labels }) => ({ case: key, labels })) },
  });

const boxes = (page: Page) => page.locator("form[data-kind]").filter({ visible: true });
const box = (page: Page, code: number | "none") => boxes(page).locator(`input[name=code-${code}]`);

test("thoughts are coded on a narrow phone, in Chinese and the dark, and by simulated people; staff see shares by method", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const bytes = await judgeOnPhone(
    { product, newDevice, expectErrors },
    {
      link: study.link,
      count: cases.length,
      async choose(phone, place) {
        const tick = (code: number | "none") =>
          boxes(phone)
            .locator("label", { has: phone.locator(`input[name=code-${code}]`) })
            .click();
        await tick("none");
        await expect(box(phone, "none")).toBeChecked();
        if (place === 1) return;
        // A code rules out that there is none.
        await tick(place);
        await tick(0);
        await expect(box(phone, place)).toBeChecked();
        await expect(box(phone, "none")).not.toBeChecked();
      },
    },
  );
  expect(bytes).toContain("Forty years and never once dark");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  expect(bytes).toContain(zhT("taskKinds.codes.sitting.reading.none"));

  await judgeSimulated(product, study, attentivePeople(2));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  const overall = page.getByRole("table", { name: t("resultsCodes.overall") });
  await expect(overall.getByRole("row", { name: "judge" })).toContainText("2 of 6");
  await expect(overall.getByRole("row", { name: /^People \d/ })).toContainText("of 18");
  const agreement = page.getByRole("table", { name: t("resultsCodes.agreement.title") });
  await expect(agreement.getByRole("row", { name: "Out of character" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: digits tick and untick, and 0 is none of them", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf(), "start");
  const place = (at: number) => t("sitting.case.place", { place: String(at), count: String(cases.length) });
  await expectHeading(page, place(1));
  const rules = page.getByText(book.notes?.en ?? "").filter({ visible: true });
  await expect(rules).toBeVisible();
  await page.keyboard.press("u");
  await expect(rules).toBeHidden();
  for (const key of ["1", "3", "6", "3"]) await page.keyboard.press(key);
  await expect(box(page, 0)).toBeChecked();
  await expect(box(page, 2)).not.toBeChecked();
  await expect(box(page, 5)).toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: "Unticked: Past" })).toHaveCount(1);
  await page.keyboard.press("0");
  await expect(box(page, "none")).toBeChecked();
  await expect(boxes(page).locator("input[type=checkbox]:checked")).toHaveCount(1);
  await page.keyboard.press("2");
  await expect(box(page, "none")).not.toBeChecked();
  await page.keyboard.press("Enter");
  await expectHeading(page, place(2));
  await page.keyboard.press("0");
  await page.keyboard.press("p");
  await expectHeading(page, place(1));
  await expect(box(page, 1)).toBeChecked();
  await page.keyboard.press("n");
  await expect(box(page, "none")).toBeChecked();
});
