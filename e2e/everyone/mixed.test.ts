import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import type { Page } from "@playwright/test";
import { acrossPath, planPath, resultsPath } from "#lib/paths.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  attentivePeople,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { radio } from "#e2e/participant/faults/started-sitting.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { close } from "#e2e/support/answered-study.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

// Texts to choose from and thoughts to rate, in one study: from two files to the results.

const ofTexts = exampleLines("formats/texts-example.jsonl");
const ofRatings = exampleLines("formats/ratings-example.jsonl").filter((line) =>
  line.includes('"track":"Gold"'),
);
const questions = { showScore: true };
const scale = resolveScale("rolethink-gold");

async function designOf() {
  const name = `Two kinds ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  await bring(benchmark, { track: "Plausibility", cases: ofTexts.join("\n"), results: {} });
  await bring(benchmark, { track: "Gold", cases: ofRatings.join("\n"), results: {} });
  const quota = { Plausibility: 3, Gold: 2 };
  return {
    benchmark: benchmark.slug,
    frame: { tracks: Object.keys(quota) },
    sample: { seed: 7, quota },
    questions,
  };
}

test("two kinds of cases are answered in two parts on a narrow phone, and by simulated people; staff see each apart", async ({
  product,
  page,
  newDevice,
  signInAs,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, { link: study.link, count: 5 });
  expect(bytes).toContain(zhT("taskKinds.rating.sitting.part.what"));
  // Of the two kinds, one has right answers, and its score is over its own cases.
  expect(bytes).toMatch(/3 个片段中，您选对了 \d 个的回答。/);
  await judgeSimulated(product, study, attentivePeople(1));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  const kinds = page.getByRole("list", { name: t("results.switches.kind.label"), exact: true });
  await expect(kinds.getByRole("link", { name: "Texts" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("table", { name: scale.name })).toHaveCount(0);
  await kinds.getByRole("link", { name: "Ratings" }).click();
  const table = page.getByRole("table", { name: scale.name });
  await expect(table.getByRole("row", { name: "Gold" })).toBeVisible();
  await expect(kinds.getByRole("link", { name: "Ratings" })).toHaveAttribute("aria-current", "true");
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`${resultsPath(study.slug, "report")}?kind=rating`);
  await expect(page.getByText(/Participants answered cases of several kinds/).first()).toBeVisible();
  await lookAtCase(page, study);
  await lookAcross(page, study);
  await page.goto(planPath(study.slug));
  await page.getByText(t("builder.plan.words.en.open")).click();
  const before = page.getByRole("region", { name: t("builder.plan.words.usualBefore", { kind: "Ratings" }) });
  await expect(before.first()).toContainText(t("taskKinds.rating.sitting.part.what"));
  await signInAs("admin");
  await page.goto("/admin");
  const card = page.getByRole("figure", { name: t("admin.closed.title") });
  await expect(card).toContainText(t("admin.closed.kind", { kind: "Texts" }));
  expect(await findViolations(page)).toEqual([]);
  await card.getByRole("link", { name: "Ratings" }).click();
  await expect(kinds.getByRole("link", { name: "Ratings" })).toHaveAttribute("aria-current", "true");
});

/** By an address that names no kind: the case tells it, and its page does. */
async function lookAtCase(page: Page, { slug }: OpenStudy): Promise<void> {
  await page.goto(resultsPath(slug, "cases", new URLSearchParams({ kind: "rating" })));
  const link = page.locator(`a[href^="${resultsPath(slug, "cases")}/Gold/"]`).first();
  const { pathname } = new URL((await link.getAttribute("href")) ?? "", page.url());
  await page.goto(pathname);
  await expect(page.getByText("Gold", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/· Ratings$/)).toBeVisible();
}

async function lookAcross(page: Page, { slug, title }: OpenStudy): Promise<void> {
  await page.goto(acrossPath([slug]));
  const table = page.getByRole("region", { name: t("resultsAcross.parts.caption") });
  await expect(table.getByRole("row").nth(1)).toContainText(`${title} (Texts)`);
  await page.getByLabel(t("resultsAcross.pick.kind"), { exact: true }).selectOption("rating");
  await page.getByRole("button", { name: t("resultsAcross.pick.submit") }).click();
  const judged = page.getByRole("region", {
    name: t("resultsAcross.judged.captions.mean", { kind: "Ratings", name: scale.name }),
  });
  await expect(judged.getByRole("row").nth(1)).toContainText(`${title} (Ratings)`);
  expect(await findViolations(page)).toEqual([]);
}

test("a draft of two kinds is rehearsed by keyboard alone, with a word of what comes between", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf(), "start");
  const notice = page.getByRole("region", { name: t("sitting.part.label") });
  await expect(notice).toContainText(t("sitting.part.title", { number: "1", count: "2" }));
  for (const place of ["1", "2", "3"]) {
    await expectHeading(page, t("sitting.case.place", { place, count: "5" }));
    await untilKeysAreHeard(page);
    await page.keyboard.press("2");
    await expect(radio(page, 1)).toBeChecked();
    await page.keyboard.press("Enter");
  }
  await expectHeading(page, t("sitting.case.place", { place: "4", count: "5" }));
  await expect(notice).toContainText(t("sitting.part.title", { number: "2", count: "2" }));
  await expect(notice).toContainText(t("taskKinds.rating.sitting.part.what"));
  await untilKeysAreHeard(page);
  await page.keyboard.press("5");
  await expect(radio(page, 4)).toBeChecked();
});
