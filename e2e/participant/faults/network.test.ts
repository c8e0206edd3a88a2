import { db } from "#lib/db.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import {
  candidates,
  choose,
  kept,
  expectCase,
  expectSaved,
  goOn,
  startSittingAs,
  sending,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("the network is cut in the middle, and comes back", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
  await page.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  await answerRecord.look(page);

  await context.setOffline(true);
  await choose(page, 2);
  await answerRecord.look(page);
  await goOn(page, 2);
  await choose(page, 1);
  await page.getByRole("textbox", { name: t("sitting.extra.reason") }).fill("He counts the bells.");
  await answerRecord.look(page);
  await goOn(page, 3);
  await choose(page, 3);
  await answerRecord.look(page);
  await expect(sending(page)).toContainText(kept(3));
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);

  await context.setOffline(false);
  await expectSaved(page, answerRecord);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("an answer whose receipt is lost on the way is sent again and stored once", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_RESET/);
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
  await page.goto(caseAt(1));
  let isLost = false;
  await page.route("**/answers", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    // The server gets it and commits it; nobody hears of that.
    expect((await route.fetch()).status()).toBe(200);
    await route.abort("connectionreset");
  });
  await choose(page, 1);
  await answerRecord.look(page);
  await expectSaved(page, answerRecord);
  expect(isLost).toBe(true);
  expect([...answerRecord.sent.keys()]).toEqual([...answerRecord.acknowledged]);
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("whoever was signed out in the middle signs in again, and what was kept arrives", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 401/);
  const { answerRecord, caseAt, visitor, person } = await startSittingAs(page, signInAs);
  const passphrase = "amber otter lake stone heron";
  await db.user.update({ where: { id: person.id }, data: { secretHash: await hashSecret(passphrase) } });
  await page.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  await db.signIn.update({ where: { id: visitor.signIn.signInId }, data: { endedAt: new Date() } });
  await choose(page, 3);
  await answerRecord.look(page);
  await goOn(page, 2);
  await choose(page, 2);
  await answerRecord.look(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("sending.signIn") })
    .click();
  await expectHeading(page, t("signIn.title"));
  await signInWithPassphrase(page, person.handle, passphrase);
  await expect(page.getByRole("radio").first()).toBeVisible();
  await expectSaved(page, answerRecord);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("who clicks twice answers once and goes on once", async ({ page, signInAs }) => {
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
  await page.goto(caseAt(1));
  await candidates(page).nth(2).dblclick();
  await expectSaved(page, answerRecord);
  await answerRecord.look(page);
  await page.getByRole("button", { name: t("sitting.case.next"), exact: true }).dblclick();
  await expectCase(page, 2);
  await choose(page, 1);
  await choose(page, 0);
  await candidates(page).nth(0).dblclick();
  await expectSaved(page, answerRecord);
  await answerRecord.look(page);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1);
  await expectStoredAsShown(answerRecord);
  // On leaving, the time that went by may have been told once more; what was decided was not decided twice.
  const at = { sittingId: sitter.sittingId, position: 1 };
  expect(await db.answer.findUnique({ where: { sittingId_position: at } })).toMatchObject({ changes: 0 });
  const sentHere = [...answerRecord.sent.values()].filter(({ position }) => position === 1);
  const sizes = new Set(sentHere.map(({ value }) => `${value.choice} ${value.activeMs}`)).size;
  expect(sizes, "no answer twice under two ids").toBe(sentHere.length);
  await expectShownAgain(page, answerRecord);
});
