import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const place = (number: number, count: number) =>
  t("sitting.case.place", { place: String(number), count: String(count) });
const candidate = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(name) });
const choose = (page: Page, name: string) =>
  page
    .getByRole("listitem")
    .filter({ has: candidate(page, name) })
    .click();

test("an answer that lacks something says what, and keeps what was given", async ({ page, signInAs }) => {
  const confidence = { ask: "required", form: "slider" };
  const questions = { confidence, reason: "required", mayGoBack: false };
  const sitter = await beginAt(await openedStudy({ questions }));
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/1`);
  await choose(page, "The Pilot");
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("End");
  await press(page, t("sitting.case.next"));
  await expect(page.getByRole("alert").getByText(t("sitting.missing.reason"))).toBeVisible();
  await expect(candidate(page, "The Pilot")).toBeChecked();
  await expect(slider).toHaveValue("100");

  await page.getByRole("textbox", { name: t("sitting.extra.reason") }).fill("He waits for a bell.");
  await press(page, t("sitting.case.next"));
  await expectHeading(page, place(2, 2));
  const where = { sittingId: sitter.sittingId, position: 1 };
  const kept = { confidence: 1, reason: "He waits for a bell." };
  await expect.poll(() => db.answer.findFirst({ where })).toMatchObject(kept);
});

test("on a phone Next says once, beside the field, what is missing, and how many are answered stands above", async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const questions = { confidence: { ask: "required", form: "slider" } };
  const sitter = await beginAt(await openedStudy({ questions }));
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/1`);
  const done = (count: number) => page.getByText(t("sitting.case.done", { done: String(count) }));
  await expect(done(0)).toBeVisible();
  const next = page.getByRole("button", { name: t("sitting.case.next"), exact: true });
  await untilKeysAreHeard(page);
  // The mouse's own second click would fall on whatever a busy machine has drawn there by then.
  for (const detail of [1, 2]) await next.dispatchEvent("click", { bubbles: true, cancelable: true, detail });
  const candidates = page.locator("[data-candidates]").filter({ visible: true });
  await expect(candidates.getByText(t("sitting.missing.choice"))).toBeInViewport();
  await choose(page, "The Pilot");
  await expect(candidates.getByText(t("sitting.missing.choice"))).toHaveCount(0);
  const slider = page.getByRole("slider");
  await expect(slider).toHaveAccessibleDescription(t("sitting.missing.confidence"));
  await expect(page.getByRole("alert").getByText(t("sitting.case.mayLeave"))).toBeVisible();
  await press(page, t("sitting.case.next"));
  await expectHeading(page, place(2, 2));
  await expect(done(0)).toBeVisible();

  await choose(page, "The Pilot");
  await press(page, t("sitting.case.last"));
  await expect(slider).toBeInViewport();
  await slider.focus();
  await page.keyboard.press("End");
  await expect(done(1)).toBeVisible();
  await press(page, t("sitting.case.last"));
  await expectHeading(page, t("sitting.overview.title"));
  expect(await hasSidewaysScroll(page)).toBe(false);
});

test("on a phone the line in question stays above the candidates", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 490 });
  const sitter = await beginAt(await openedStudy());
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/1`);
  const line = page.locator("[data-line]").filter({ visible: true });
  await expect(line).toHaveAttribute("data-line", /^He never reads them\. Then we wait for the \w+ bell\.$/);
  const last = page
    .getByRole("listitem")
    .filter({ has: candidate(page, "Old Tamsin") })
    .filter({ visible: true });
  await last.evaluate((card) => card.scrollIntoView({ block: "center" }));
  await expect(page.getByText("Then we wait for the").filter({ visible: true })).not.toBeInViewport();
  await expect(line).toBeInViewport({ ratio: 1 });
  const [above, below] = [await line.boundingBox(), await last.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  // Beside the dialogue they have it in view as it is.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.locator("[data-line]").filter({ visible: true })).toHaveCount(0);
});

test("practice tells what is right, the cases tell nothing, and the score comes last", async ({
  page,
  signInAs,
}) => {
  const practice = { count: 1, cases: [{ track: "Literary", key: "case-1" }] };
  const sample = { seed: 7, quota: { Literary: 1 }, practice };
  const sitter = await beginAt(await openedStudy({ sample, questions: { showScore: true } }));
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/1`);
  await expectHeading(page, t("sitting.case.practicePlace", { place: "1", count: "1" }));
  await choose(page, "The Pilot");
  await press(page, t("sitting.case.check"));
  const told = { right: "Ilse Brandt", chosen: "The Pilot" };
  await expect(page.getByText(t("sitting.practice.wrong", told))).toBeVisible();
  const cards = page.getByRole("main").getByRole("listitem");
  const marked = { rightCard: "Ilse Brandt", chosenCard: "The Pilot" } as const;
  for (const mark of ["rightCard", "chosenCard"] as const)
    await expect(cards.filter({ hasText: t(`sitting.practice.${mark}`) })).toContainText(marked[mark]);
  await untilKeysAreHeard(page);
  await page.keyboard.press("n");
  await expectHeading(page, place(1, 1));
  await choose(page, "Ilse Brandt");
  await press(page, t("sitting.case.last"));
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await expect(page.getByText(t("sitting.debrief.score", { right: "1", count: "1" }))).toBeVisible();
});
