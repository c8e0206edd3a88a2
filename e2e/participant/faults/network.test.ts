import { db } from "#lib/db.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import {
  choose,
  kept,
  expectSaved,
  goOn,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, signInWithPassphrase } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("the receipt of an answer is lost on the way, then the network is cut, and comes back", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_RESET/, /ERR_INTERNET_DISCONNECTED/);
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
  const countStored = () => db.answerRevision.count({ where: { sittingId: sitter.sittingId } });
  await Promise.all([supplied(page), page.goto(caseAt(1))]);

  await test.step("whose receipt is lost is sent again and stored once", async () => {
    let isLost = false;
    await page.route("**/answers", async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      // The server gets it and commits it; nobody hears of that.
      expect((await route.fetch()).status()).toBe(200);
      await route.abort("connectionreset");
    });
    await choose(page, 0);
    await answerRecord.look(page);
    await expectSaved(page, answerRecord);
    expect(isLost).toBe(true);
    expect([...answerRecord.sent.keys()]).toEqual([...answerRecord.acknowledged]);
    expect(await countStored()).toBe(1);
    await expectStoredAsShown(answerRecord);
    await page.unroute("**/answers");
  });

  await test.step("one goes on without a network, and all of it is kept", async () => {
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
    expect(await countStored()).toBe(1);
  });

  await context.setOffline(false);
  await expectSaved(page, answerRecord);
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
    .getByRole("banner")
    .getByRole("link", { name: t("sending.signIn") })
    .click();
  await expectHeading(page, t("signIn.title"));
  await signInWithPassphrase(page, person.handle, passphrase);
  await expect(page.getByRole("radio").first()).toBeVisible();
  await expectSaved(page, answerRecord);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});
