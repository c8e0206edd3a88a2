import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

// The cases are in English.
test.use({ locale: "zh-CN" });

const place = (number: number) => zhT("sitting.case.place", { place: `${number}`, count: "2" });
// The case that comes after lies ready beside it, out of sight.
const announced = (page: Page) =>
  page.getByText(zhT("sitting.case.otherLanguage", { language: "英语" })).filter({ visible: true });
const cannotRead = (page: Page) =>
  page.getByRole("radio", { name: zhT("sitting.case.cannotRead"), exact: false });
const candidate = (page: Page, name: string) => page.getByRole("radio", { name });
const choose = (page: Page, name: string) =>
  page
    .getByRole("listitem")
    .filter({ has: candidate(page, name) })
    .click();
const statesOf = async (sittingId: string) =>
  (await db.answer.findMany({ where: { sittingId }, orderBy: { position: "asc" } })).map(
    ({ decision, cannotRead: passed }) => (passed ? "passed" : decision === null ? "open" : "chosen"),
  );

test("a passage in another language is announced, can be passed, and is counted apart", async ({
  page,
  signInAs,
}) => {
  const confidence = { ask: "required", form: "options", guided: true };
  const study = await openedStudy({ questions: { mayPass: true, showScore: true, confidence } });
  const sitter = await beginAt(study);
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/instructions`);
  const told = { count: "2", all: "2", language: "英语" };
  await expect(page.getByText(zhT("sitting.instructions.otherLanguage", told))).toBeVisible();
  await page.getByRole("link", { name: zhT("sitting.instructions.start") }).click();
  await expectHeading(page, place(1));
  await expect(announced(page)).toBeVisible();
  await cannotRead(page).check();
  await press(page, zhT("sitting.case.next"));
  await expectHeading(page, place(2));
  await expect.poll(() => statesOf(sitter.sittingId)).toEqual(["passed"]);

  // Against one's own numbers: asked about once, and no more.
  await choose(page, "The Pilot");
  const numbers = page.getByRole("spinbutton");
  for (const [name, value] of [
    ["The Pilot", "30"],
    ["Captain Roe", "70"],
  ] as const)
    await numbers.and(page.getByLabel(name)).fill(value);
  await press(page, zhT("sitting.case.last"));
  const question = page.getByRole("group", {
    name: zhT("answering.contrary.title", { chosen: "The Pilot", likelier: "Captain Roe" }),
  });
  await expect(question).toBeFocused();
  await question.getByRole("button", { name: zhT("answering.contrary.change") }).click();
  await expect(question).toBeHidden();
  await expect(candidate(page, "The Pilot")).toBeFocused();
  await press(page, zhT("sitting.case.last"));
  await expectHeading(page, zhT("sitting.overview.title"));
  await expect(page.getByText(zhT("sitting.overview.passed", { count: "1" }))).toBeVisible();
  await page.getByRole("link", { name: zhT("sitting.overview.finish") }).click();
  await expect(page.getByText(zhT("sitting.submit.passed", { count: "1" }))).toBeVisible();
  await press(page, zhT("sitting.submit.confirm"));
  await expect(page.getByText(zhT("sitting.debrief.score", { count: "1", right: "0" }))).toBeVisible();
  await expect(page.getByText(zhT("sitting.debrief.passed", { count: "1" }))).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

  test("a case is passed, and chosen after all", async ({ page, signInAs }) => {
    const confidence = { ask: "optional", form: "slider", guided: true };
    const sitter = await beginAt(await openedStudy({ questions: { mayPass: true, confidence } }));
    await signInAs(personOf(sitter));
    const first = `/sittings/${sitter.sittingId}/1`;
    await page.goto(first);
    await expect(announced(page)).toBeVisible();
    await expect(page.getByText(zhT("sitting.extra.guessing", { count: "4", value: "25" }))).toBeVisible();
    await cannotRead(page).check();
    await press(page, zhT("sitting.case.next"));
    expect(await statesOf(sitter.sittingId)).toEqual(["passed"]);
    await page.goto(first);
    await expect(cannotRead(page)).toBeChecked();
    await choose(page, "The Pilot");
    await press(page, zhT("sitting.case.next"));
    expect(await statesOf(sitter.sittingId)).toEqual(["chosen"]);
  });

  test("passing isn’t offered where the plan doesn’t say so", async ({ page, signInAs }) => {
    const sitter = await beginAt(await openedStudy());
    await signInAs(personOf(sitter));
    await page.goto(`/sittings/${sitter.sittingId}/1`);
    await expect(announced(page)).toBeVisible();
    await expect(cannotRead(page)).toHaveCount(0);
  });
});
