import type { Page } from "@playwright/test";
import { studyPath } from "#lib/paths.ts";
import { db } from "#lib/db.ts";
import { press, untilDialogHasFocus } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type Action = "exclude" | "include" | "time" | "release" | "withdraw";

/** Opens what can be done with one person's sitting, and of that one action. */
async function manage(page: Page, number: number, action: Action): Promise<void> {
  await page.getByRole("button", { name: t("live.people.manageOf", { number }), exact: true }).click();
  await page
    .getByRole("dialog")
    .locator("summary")
    .filter({ hasText: t(`live.manage.${action}.title`) })
    .click();
}
const stateOf = ({ sittingId }: Sitter) => db.sitting.findUniqueOrThrow({ where: { id: sittingId } });

/** It asks for a reason, shows it with a name, and can be taken back. */
async function excludeAndTakeBack(page: Page, sitter: Sitter, by: string): Promise<void> {
  const { number } = sitter;
  await manage(page, number, "exclude");
  const submit = t("live.manage.exclude.submit", { number });
  await press(page, submit);
  const reason = page.getByLabel(t("live.manage.exclude.reason"), { exact: true });
  await expect(reason).toHaveAccessibleDescription(new RegExp(t("live.fields.empty")));
  await reason.fill("Told us that a friend answered.");
  await press(page, submit);
  await expect(page.getByText(t("live.manage.exclude.done", { number })).first()).toBeVisible();
  const because = t("live.people.excludedBecause", { by, reason: "Told us that a friend answered." });
  await expect(page.getByText(because)).toBeVisible();

  await manage(page, number, "include");
  await press(page, t("live.manage.include.submit"));
  await expect(page.getByText(because)).toHaveCount(0);
  expect((await stateOf(sitter)).excludedAt).toBeNull();
}

/** It has to be typed, and empties the answers. */
async function withdrawWithErasure(page: Page, sitter: Sitter): Promise<void> {
  const { number, sittingId } = sitter;
  await manage(page, number, "withdraw");
  const submit = page.getByRole("button", { name: t("live.manage.withdraw.submit", { number }) });
  await expect(submit).toBeDisabled();
  await page.getByLabel(t("live.manage.withdraw.erase"), { exact: true }).check();
  const confirmation = t("live.manage.withdraw.confirmation", { number });
  const typed = page.getByLabel(t("live.manage.withdraw.typeName", { confirmation }), { exact: true });
  await typed.fill("somebody else");
  await expect(submit).toBeDisabled();
  await typed.fill(confirmation);
  await submit.click();
  await expect(page.getByText(t("live.people.states.erased"), { exact: true })).toBeVisible();
  expect(await db.answer.count({ where: { sittingId } })).toBe(0);
  expect(await db.answerRevision.count({ where: { sittingId } })).toBe(0);
  expect(await stateOf(sitter)).toMatchObject({ state: "withdrawn" });
}

test("from their rows people are excluded and included, given time, released, and withdrawn", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy({ questions: { timeLimitMinutes: 30 } });
  const sitter = await beginAt(study);
  const { number } = sitter;
  const other = await beginAt(study);
  await answer(other, 1);
  const { person } = await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await test.step("an exclusion", () => excludeAndTakeBack(page, sitter, person.name));
  await test.step("time and place, where the study has them to give", async () => {
    await manage(page, number, "time");
    await page.getByLabel(t("live.manage.time.minutes"), { exact: true }).fill("20");
    await press(page, t("live.manage.time.submit"));
    await expect(page.getByText(t("live.manage.time.done", { number })).first()).toBeVisible();
    expect((await stateOf(sitter)).timeAllowanceMs).toBe(50 * 60_000);
    await manage(page, number, "release");
    await press(page, t("live.manage.release.submit"));
    await expect(page.getByText(t("live.people.states.released"))).toBeVisible();
  });
  await test.step("a withdrawal with erasure", () => withdrawWithErasure(page, other));
});

/** It stays so while the page updates under it, and says what has become of it in between. */
async function keepDialogOpen(page: Page, sitter: Sitter): Promise<void> {
  await manage(page, sitter.number, "exclude");
  const reason = page.getByLabel(t("live.manage.exclude.reason"), { exact: true });
  await reason.fill("Not finished typ");
  await db.sitting.update({
    where: { id: sitter.sittingId },
    data: { state: "withdrawn", withdrawnAt: new Date() },
  });
  await expect(page.getByText(t("live.people.noMatch"))).toBeAttached();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(reason).toHaveValue("Not finished typ");
  await press(page, t("live.manage.exclude.submit", { number: sitter.number }));
  await expect(page.getByText(t("studies.errors.withdrawn"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** What can't be undone is in a menu; left again, the focus is where it was. */
async function chooseToCloseByKeys(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: t("studies.change.more"), exact: true });
  await more.focus();
  for (const leave of ["Escape", null]) {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: t("studies.copy.open"), exact: true })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: t("studies.change.close.open") })).toBeFocused();
    await page.keyboard.press("Enter");
    await untilDialogHasFocus(page);
    if (!leave) continue;
    await page.keyboard.press(leave);
    await expect(more).toBeFocused();
  }
}

/** Each says what it means for those in the middle. */
async function pauseCloseAndArchive(page: Page, study: OpenStudy): Promise<void> {
  await press(page, t("studies.change.pause.open"));
  await expect(page.getByText(t("studies.change.pause.means", { count: 1 }))).toBeVisible();
  await press(page, t("studies.change.pause.submit"));
  await expect(page.getByText(t("studies.states.paused.meaning"))).toBeVisible();

  await chooseToCloseByKeys(page);
  await expect(page.getByText(t("studies.change.close.means", { count: 1 }))).toBeVisible();
  const submit = page.getByRole("button", { name: t("studies.change.close.submit"), exact: true });
  await expect(submit).toBeDisabled();
  await page.getByLabel(t("studies.change.close.typeName", { title: study.title })).fill(study.title);
  await submit.click();
  await expect(page.getByText(t("studies.states.closed.meaning"))).toBeVisible();

  await press(page, t("studies.change.archive.open"));
  await press(page, t("studies.change.archive.submit"));
  await expect(page.getByText(t("studies.states.archived.meaning"))).toBeVisible();
}

thorough(
  "a dialog outlives what happens under it; a study is paused, closed and archived, and then listed apart",
  async ({ page, signInAs }) => {
    const study = await openedStudy();
    const sitter = await beginAt(study);
    await signInAs("admin");
    await page.goto(`${studyPath(study.slug)}?filter=working`);
    await test.step("a dialog", () => keepDialogOpen(page, sitter));
    const { number } = await beginAt(study);
    const row = page.getByRole("button", { name: t("live.people.manageOf", { number }), exact: true });
    await expect(row).toBeVisible();
    await test.step("the study’s states", () => pauseCloseAndArchive(page, study));
    await page.goto("/studies");
    const link = page.getByRole("link", { name: study.title });
    await expect(link).toBeHidden();
    await page.getByText(t("studies.archived", { count: 1 })).click();
    await expect(link).toBeVisible();
  },
);
