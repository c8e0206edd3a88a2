import type { Page } from "@playwright/test";
import { studyPath } from "#lib/paths.ts";
import { db } from "#lib/db.ts";
import { press } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
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

test("excluding asks for a reason, shows it with a name, and can be taken back", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  const { number } = sitter;
  const { person } = await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await manage(page, number, "exclude");
  const submit = t("live.manage.exclude.submit", { number });
  await press(page, submit);
  const reason = page.getByLabel(t("live.manage.exclude.reason"), { exact: true });
  await expect(reason).toHaveAccessibleDescription(new RegExp(t("live.fields.empty")));
  await reason.fill("Told us that a friend answered.");
  await press(page, submit);
  await expect(page.getByText(t("live.manage.exclude.done", { number })).first()).toBeVisible();
  const why = { by: person.name, reason: "Told us that a friend answered." };
  await expect(page.getByText(t("live.people.excludedBecause", why))).toBeVisible();

  await manage(page, number, "include");
  await press(page, t("live.manage.include.submit"));
  await expect(page.getByText(t("live.people.excludedBecause", why))).toHaveCount(0);
  expect((await stateOf(sitter)).excludedAt).toBeNull();
});

test("withdrawing with erasure has to be typed, and empties the answers", async ({ page, signInAs }) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  const { number, sittingId } = sitter;
  await answer(sitter, 1);
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
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
  await expect(page.getByText(t("live.people.states.erased"))).toBeVisible();
  expect(await db.answer.count({ where: { sittingId } })).toBe(0);
  expect(await db.answerRevision.count({ where: { sittingId } })).toBe(0);
  expect(await stateOf(sitter)).toMatchObject({ state: "withdrawn" });
});

test("a dialog that is open stays so while the page updates under it", async ({ page, signInAs }) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await signInAs("admin");
  await page.goto(`${studyPath(study.slug)}?filter=working`);
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
});

test("time and place are given from the row, where the study has them to give", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy({ questions: { timeLimitMinutes: 30 } });
  const sitter = await beginAt(study);
  const { number } = sitter;
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await manage(page, number, "time");
  await page.getByLabel(t("live.manage.time.minutes"), { exact: true }).fill("20");
  await press(page, t("live.manage.time.submit"));
  await expect(page.getByText(t("live.manage.time.done", { number })).first()).toBeVisible();
  expect((await stateOf(sitter)).timeAllowanceMs).toBe(50 * 60_000);
  await manage(page, number, "release");
  await press(page, t("live.manage.release.submit"));
  await expect(page.getByText(t("live.people.states.released"))).toBeVisible();
});

test("pausing and closing say what they mean for those in the middle", async ({ page, signInAs }) => {
  const study = await openedStudy();
  await beginAt(study);
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await press(page, t("studies.change.pause.open"));
  await expect(page.getByText(t("studies.change.pause.means", { count: 1 }))).toBeVisible();
  await press(page, t("studies.change.pause.submit"));
  await expect(page.getByText(t("studies.states.paused.meaning"))).toBeVisible();

  await press(page, t("studies.change.close.open"));
  await expect(page.getByText(t("studies.change.close.means", { count: 1 }))).toBeVisible();
  const submit = page.getByRole("button", { name: t("studies.change.close.submit"), exact: true });
  await expect(submit).toBeDisabled();
  await page.getByLabel(t("studies.change.close.typeName", { title: study.title })).fill(study.title);
  await submit.click();
  await expect(page.getByText(t("studies.states.closed.meaning"))).toBeVisible();

  await press(page, t("studies.change.archive.open"));
  await press(page, t("studies.change.archive.submit"));
  await expect(page.getByText(t("studies.states.archived.meaning"))).toBeVisible();
  await page.goto("/studies");
  const link = page.getByRole("link", { name: study.title });
  await expect(link).toBeHidden();
  await page.getByText(t("studies.archived", { count: 1 })).click();
  await expect(link).toBeVisible();
});
