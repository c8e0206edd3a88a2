import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  candidates,
  choose,
  expectCase,
  expectSaved,
  goOn,
  radio,
  startSittingAs,
} from "#e2e/participant/faults/started-sitting.ts";
import {
  expectShownAgain,
  expectStoredAsShown,
  type AnswerRecord,
} from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("two tabs at the same case come to the same answer, and say so, in the same instant too", async ({
  page,
  context,
  signInAs,
}) => {
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs);
  const other = await context.newPage();
  await page.goto(caseAt(1));
  await other.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  await expect(radio(other, 0)).toBeChecked();
  await choose(other, 2);
  await expectSaved(other, answerRecord);
  await expect(radio(page, 2)).toBeChecked();
  await expect(page.getByText(t("answering.elsewhere"))).toBeVisible();
  await choose(page, 3);
  await expectSaved(page, answerRecord);
  await expect(radio(other, 3)).toBeChecked();
  expect(await answerRecord.look(page)).toEqual(await answerRecord.look(other));
  await expectStoredAsShown(answerRecord);

  // In the same instant, too, one answer is what it ends with.
  await Promise.all([candidates(page).nth(1).click(), candidates(other).nth(2).click()]);
  const choices = async () => {
    const seen = await Promise.all([
      answerRecord.look(page),
      answerRecord.look(other),
      answerRecord.stored(page),
    ]);
    return new Set(seen.map((one) => one?.choice));
  };
  await expect.poll(async () => (await choices()).size).toBe(1);
  expect(await choices()).not.toContain(3);
  await Promise.all([expectSaved(page, answerRecord), expectSaved(other, answerRecord)]);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

async function clickTwice(page: Page, answerRecord: AnswerRecord): Promise<void> {
  await candidates(page).nth(2).dblclick();
  await expectSaved(page, answerRecord);
  await page.getByRole("button", { name: t("sitting.case.next"), exact: true }).dblclick();
  await expectCase(page, 2, 2);
  await choose(page, 1);
  await choose(page, 0);
  await candidates(page).nth(0).dblclick();
  await expectSaved(page, answerRecord);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1, 2);
  await expect(radio(page, 2)).toBeChecked();
  await expectStoredAsShown(answerRecord);
  // On leaving, the time that went by may have been told once more; what was decided was not decided twice.
  const at = { sittingId: answerRecord.sittingId, position: 1 };
  expect(await db.answer.findUnique({ where: { sittingId_position: at } })).toMatchObject({ changes: 0 });
  const sentHere = [...answerRecord.sent.values()].filter(({ position }) => position === 1);
  const sizes = new Set(sentHere.map(({ value }) => `${value.choice} ${value.activeMs}`)).size;
  expect(sizes, "no answer twice under two ids").toBe(sentHere.length);
  await goOn(page, 2, 2);
}

thorough(
  "who clicks twice answers, goes on and hands in once, from two tabs too, and no way leads back to the cases",
  async ({ page, context, signInAs }) => {
    const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs, { count: 2 });
    await page.goto(caseAt(1));
    await clickTwice(page, answerRecord);
    await press(page, t("sitting.case.last"));
    await expectHeading(page, t("sitting.submit.title"));
    const other = await context.newPage();
    await other.goto(`/sittings/${sitter.sittingId}/finish`);
    const confirm = { name: t("sitting.submit.confirm"), exact: true };
    await expect(page.getByRole("button", confirm)).toBeEnabled();
    await Promise.all([page, other].map((tab) => tab.getByRole("button", confirm).dblclick()));
    await expectHeading(page, t("sitting.debrief.title"));
    await expectHeading(other, t("sitting.debrief.title"));
    const { completionCode, state } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
    expect(state).toBe("submitted");
    for (const tab of [page, other]) await expect(tab.getByText(completionCode ?? "none")).toBeVisible();
    await expectStoredAsShown(answerRecord);

    for (const tab of [page, other]) {
      await tab.goBack();
      await expect(tab.getByRole("radio")).toHaveCount(0);
      await expect(tab.getByRole("button", confirm)).toHaveCount(0);
      await tab.goto(caseAt(1));
      await expectHeading(tab, t("sitting.debrief.title"));
    }
    await expectStoredAsShown(answerRecord);
  },
);
