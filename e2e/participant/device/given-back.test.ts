import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { copySitting } from "#lib/testing/set-back.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import {
  choose,
  countKept,
  expectCase,
  expectSaved,
  goOn,
  hold,
  kept,
  radio,
  sending,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import type { Product } from "#e2e/support/product.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const questions = { reason: "off" };
/** What is asked while the database is away. */
const untilBack = /"path":"\/sign-in","status":503/;

/** All of it, to the times, but for what is made by the database for itself. */
const everythingOf = (sittingId: string) =>
  Promise.all([
    db.answerRevision.findMany({ where: { sittingId }, orderBy: [{ position: "asc" }, { revision: "asc" }] }),
    db.answer.findMany({ where: { sittingId }, orderBy: { position: "asc" } }),
  ]);

type RestoreDatabase = () => Promise<void>;

/** As an operator does it: the database's folder is copied while it stands still, and put back when called. */
async function copyDatabase({ dir, url, stopDatabase, startDatabase }: Product): Promise<RestoreDatabase> {
  const [folder, copy] = [path.join(dir, "postgres"), path.join(dir, "backup")];
  const expectStatus = (status: number) =>
    expect.poll(async () => (await fetch(`${url}/sign-in`)).status).toBe(status);
  const take = async (from: string, to: string) => {
    await stopDatabase();
    try {
      await expectStatus(503);
      rmSync(to, { recursive: true, force: true });
      execFileSync("cp", ["-a", from, to]);
    } finally {
      await startDatabase();
    }
    // For half a second the product still takes it for gone.
    await expectStatus(200);
  };
  await take(folder, copy);
  return () => take(copy, folder);
}

async function handIn(page: Page, sittingId: string): Promise<void> {
  await page.goto(`/sittings/${sittingId}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
}

async function giveBackAsItWas(
  page: Page,
  signInAs: Fixtures["signInAs"],
  copy: (sittingId: string) => Promise<RestoreDatabase>,
): Promise<void> {
  const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs, {
    questions,
    count: 2,
  });
  const { sittingId } = sitter;
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expectSaved(page, answerRecord);
  const putBack = await copy(sittingId);
  const setBack = async () => {
    // A page that stays open may ask in the middle of it.
    await page.goto("about:blank");
    await putBack();
  };
  for (const choice of [0, 2]) {
    await choose(page, choice);
    await expectSaved(page, answerRecord);
  }
  await goOn(page, 2, 2);
  await choose(page, 2);
  await expectSaved(page, answerRecord);
  const before = await everythingOf(sittingId);
  await expect.poll(() => countKept(page, "copies")).toBe(before[0].length);
  expect(await countKept(page)).toBe(0);

  await test.step("it says so while they are sent, and the screen shows them before", async () => {
    await setBack();
    expect(await db.answerRevision.count({ where: { sittingId } })).toBe(1);
    const letIn = await hold(page, "**/answers");
    await page.goto(caseAt(2));
    await expect(sending(page)).toHaveText(t("sending.givingBack"));
    await expect(radio(page, 2)).toBeChecked();
    letIn();
    await expect(sending(page)).toHaveText(t("sending.saved"));
    expect(await everythingOf(sittingId)).toEqual(before);
    await expectStoredAsShown(answerRecord);
    await expectShownAgain(page, answerRecord);
  });
  await test.step("set back to before it was handed in, too", async () => {
    await handIn(page, sittingId);
    await expect(page.getByText(t("sending.copies"))).toBeVisible();
    const handedIn = await everythingOf(sittingId);
    await setBack();
    await page.goto(caseAt(1));
    await expect(radio(page, 2)).toBeChecked();
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await expect.poll(() => everythingOf(sittingId)).toEqual(handedIn);
  });
  await test.step("and it goes where it is asked to", async () => {
    await handIn(page, sittingId);
    const given = await db.answerRevision.count({ where: { sittingId } });
    await expect.poll(() => countKept(page, "copies")).toBe(given);
    // They don't come back by an answer of the server that was asked for before.
    const letIn = await hold(page, "**/state");
    const told = page.waitForResponse("**/state");
    await page.reload();
    await press(page, t("sending.forgetCopies"));
    await expect(page.getByText(t("sending.copiesGone"))).toBeVisible();
    letIn();
    await (await told).finished();
    // The page is done with it once it has nothing to do; on a busy machine that may never be.
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => done(null), { timeout: 2000 })),
    );
    expect(await countKept(page, "copies")).toBe(0);
  });
}

test("the database is set back in mid-study: whoever comes back has every answer given back, as it was; handing in is no end of it", ({
  page,
  product,
  signInAs,
}) => giveBackAsItWas(page, signInAs, (sittingId) => copySitting(product.ownerUrl, sittingId)));

thorough(
  "yesterday's backup is restored in mid-study: whoever comes back has every answer given back, as it was; handing in is no end of it",
  async ({ page, product, signInAs, expectErrors }) => {
    expectErrors(untilBack);
    await giveBackAsItWas(page, signInAs, () => copyDatabase(product));
  },
);

thorough(
  "two devices, one of them without a network, give back what each has: nothing doubled, and the newest counts",
  async ({ page, context, product, newDevice, signInAs, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/);
    const { answerRecord, caseAt, person, sitter } = await startSittingAs(page, signInAs, { questions });
    const { sittingId } = sitter;
    const phone = await newDevice();
    await signInAs(person, phone.context());
    answerRecord.watch(phone.context());
    const setBack = await copySitting(product.ownerUrl, sittingId);
    await page.goto(caseAt(1));
    for (const choice of [0, 1]) await choose(page, choice);
    await expectSaved(page, answerRecord);
    // Not by going on: a case that is left tells once more how long it was looked at, and may still be telling it.
    await Promise.all([supplied(page), page.goto(caseAt(2))]);
    await phone.goto(caseAt(2));
    await choose(phone, 3);
    await expectSaved(phone, answerRecord);
    await context.setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    // Next says once what is missing here.
    await press(page, t("sitting.case.next"));
    await goOn(page, 3);
    await choose(page, 0);
    await expect(sending(page)).toContainText(kept(1));

    await setBack();
    // Under the number that the other's had.
    await phone.goto(caseAt(1));
    await choose(phone, 2);
    await expectSaved(phone, answerRecord);
    await expectCase(phone, 1);
    await goOn(phone, 2);
    await expect(radio(phone, 3)).toBeChecked();
    await expectSaved(phone, answerRecord);

    await context.setOffline(false);
    await expect(page.getByText(t("sending.asideOne"))).toBeVisible();
    await expectSaved(page, answerRecord);
    await page.goto(caseAt(1));
    await expect(radio(page, 2)).toBeChecked();
    await expectSaved(page, answerRecord);
    await expectStoredAsShown(answerRecord);
    expect(await db.answerRevision.count({ where: { sittingId } })).toBe(answerRecord.acknowledged.size);
  },
);

test("who withdrew stays withdrawn, whatever the server has forgotten; signing out leaves no copy behind", async ({
  page,
  product,
  signInAs,
}) => {
  const { answerRecord, caseAt, person, sitter } = await startSittingAs(page, signInAs, { questions });
  const { sittingId } = sitter;
  const own = `/sittings/${sittingId}`;
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expectSaved(page, answerRecord);
  await page.goto(`${own}/leave`);
  expect(await countKept(page, "copies")).toBe(1);
  await press(page, t("account.signOut"));
  await expectHeading(page, t("signIn.title"));
  await expect.poll(() => countKept(page, "copies")).toBe(0);

  await signInAs(person);
  const setBack = await copySitting(product.ownerUrl, sittingId);
  await page.goto(caseAt(2));
  await choose(page, 1);
  await expectSaved(page, answerRecord);
  await page.goto(`${own}/withdraw`);
  await page.getByLabel(t("way.withdraw.sure")).check();
  await press(page, t("way.withdraw.submit"));
  await expectHeading(page, t("sitting.own.withdrawnTitle"));
  await expect.poll(() => countKept(page, "copies")).toBe(0);
  await setBack();
  await page.goto(caseAt(2));
  await expectHeading(page, t("sitting.own.withdrawnTitle"));
  const { state } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  expect(state).toBe("withdrawn");
  expect(await db.answerRevision.count({ where: { sittingId } })).toBe(1);
});
