import { db } from "#lib/db.ts";
import {
  candidates,
  choose,
  expectCase,
  expectSaved,
  radio,
  startSittingAs,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("two tabs at the same case come to the same answer, and say so", async ({ page, context, signInAs }) => {
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
  await expectShownAgain(page, answerRecord);
});

test("two tabs that answer in the same instant end with one answer", async ({ page, context, signInAs }) => {
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs);
  const other = await context.newPage();
  await page.goto(caseAt(1));
  await other.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  await expect(radio(other, 0)).toBeChecked();
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
  expect(await choices()).not.toContain(0);
  await Promise.all([expectSaved(page, answerRecord), expectSaved(other, answerRecord)]);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("two devices at the same case: the newer answer counts on both", async ({
  page,
  newDevice,
  signInAs,
}) => {
  const { answerRecord, caseAt, person } = await startSittingAs(page, signInAs);
  const phone = await newDevice();
  await signInAs(person, phone.context());
  answerRecord.watch(phone.context());
  await page.goto(caseAt(1));
  await phone.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  // It has not heard of the first answer, so that both are called the first.
  await choose(phone, 3);
  await expectSaved(phone, answerRecord);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(radio(page, 3)).toBeChecked();
  await expect(page.getByText(t("answering.elsewhere"))).toBeVisible();
  expect(await answerRecord.look(page)).toEqual(await answerRecord.look(phone));
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("handed in twice from two tabs it is handed in once, and no way leads back to the cases", async ({
  page,
  context,
  signInAs,
}) => {
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs, { count: 2 });
  await page.goto(caseAt(1));
  await choose(page, 0);
  await answerRecord.look(page);
  await press(page, t("sitting.case.next"));
  await expectCase(page, 2, 2);
  await choose(page, 1);
  await answerRecord.look(page);
  await press(page, t("sitting.case.last"));
  await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
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
});
