import type { BrowserContext, Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  candidates,
  choose,
  expectCase,
  expectSaved,
  goOn,
  hold,
  kept,
  radio,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { press } from "#e2e/support/screens.ts";
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type TestFixtures = Pick<Fixtures, "signInAs" | "expectErrors"> & { page: Page; context: BrowserContext };

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const protocol = await page.context().newCDPSession(page);
  // It never answers: there is nobody left.
  protocol.send("Page.crash").catch(() => undefined);
  await crashed;
}

thorough(
  "a tab crashes with answers that were not sent: the next one sends them",
  async ({ page, context, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_FAILED/);
    const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
    await page.goto(caseAt(1));
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    await context.route("**/answers", (route) => route.abort("connectionfailed"));
    await choose(page, 1);
    await answerRecord.look(page);
    await goOn(page, 2);
    await choose(page, 2);
    await answerRecord.look(page);
    await expect(sending(page)).toContainText(kept(2));
    await crash(page);
    await page.close({ runBeforeUnload: false });
    await context.unroute("**/answers");
    expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);

    const next = await context.newPage();
    await next.goto(caseAt(3));
    await expect(sending(next)).toHaveText(t("sending.saved"));
    await expectStoredAsShown(answerRecord);
    await expectShownAgain(next, answerRecord);
  },
);

test("what was chosen offline doesn’t take the place of what was chosen later elsewhere, and one press takes it back", async ({
  page,
  context,
  newDevice,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { answerRecord, caseAt, person, sitter } = await startSittingAs(page, signInAs);
  const phone = await newDevice();
  await signInAs(person, phone.context());
  answerRecord.watch(phone.context());
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await context.setOffline(true);
  // More than one, so that they are numbered above the one from elsewhere.
  for (const choice of [2, 3, 0]) await choose(page, choice);
  await goOn(page, 2);
  await choose(page, 1);
  await phone.goto(caseAt(1));
  await choose(phone, 1);
  await expectSaved(phone, answerRecord);
  await context.setOffline(false);

  const told = page.getByText(t("sending.asideOne"));
  await expect(told).toBeVisible();
  await expectSaved(page, answerRecord);
  await page.getByRole("link", { name: t("sending.caseAt", { place: "1" }) }).click();
  await expectCase(page, 1);
  await expect(radio(page, 1)).toBeChecked();
  await expect(page.getByText(t("answering.elsewhere"))).toBeVisible();

  const take = page.getByRole("button", { name: asPattern(t("answering.take", { aside: "…" })) });
  await take.focus();
  await page.keyboard.press("Enter");
  await expect(radio(page, 0)).toBeChecked();
  await expect(radio(page, 0)).toBeFocused();
  await expect(take).toHaveCount(0);
  await expectSaved(page, answerRecord);
  await answerRecord.look(page);
  await expect(told).toHaveCount(0);

  await phone.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(radio(phone, 0)).toBeChecked();
  await expect(
    phone.getByRole("button", { name: asPattern(t("answering.take", { aside: "…" })) }),
  ).toBeVisible();
  await phone.getByRole("button", { name: asPattern(t("answering.leave", { kept: "…" })) }).click();
  await expect(phone.getByText(t("answering.elsewhere"))).toHaveCount(0);
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId, position: 1 } })).toBe(5);

  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

test("a case stays under the finger while the bar above tells that the server isn’t reached, and that it is again", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { caseAt } = await startSittingAs(page, signInAs);
  const option = candidates(page).nth(3);
  const topOf = async () => (await option.boundingBox())?.y ?? NaN;
  // A page to scroll, and one that is shorter than its window.
  for (const [choice, size] of [
    { width: 390, height: 800 },
    { width: 1280, height: 1600 },
  ].entries()) {
    await page.setViewportSize(size);
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    const top = await topOf();
    const bar = page.getByRole("banner");
    const height = (await bar.boundingBox())?.height ?? NaN;
    await context.setOffline(true);
    await choose(page, choice);
    await expect(sending(page)).toContainText(kept(1));
    expect((await bar.boundingBox())?.height).toBeGreaterThan(height);
    expect(Math.abs((await topOf()) - top)).toBeLessThan(1);
    await context.setOffline(false);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    expect(Math.abs((await topOf()) - top)).toBeLessThan(1);
  }
});

const reason = (page: Page) => page.getByRole("textbox", { name: t("sitting.extra.reason") });
const flag = (page: Page) => page.getByRole("checkbox", { name: t("sitting.extra.flag") });
/** As when its window is turned to. */
const lookAt = (page: Page) => page.evaluate(() => void dispatchEvent(new Event("focus")));

test("what one device gives takes nothing away that another gave meanwhile; where they differ, both say so; whoever turns the page hears of it", async ({
  page,
  newDevice,
  signInAs,
}) => {
  const { answerRecord, caseAt, person, sitter } = await startSittingAs(page, signInAs);
  const phone = await newDevice();
  await signInAs(person, phone.context());
  answerRecord.watch(phone.context());
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  const letIn = await hold(page, "**/state*");

  await test.step("a mark beside an answer that was not seen", async () => {
    await Promise.all([supplied(phone), phone.goto(caseAt(2))]);
    await choose(phone, 1);
    await reason(phone).fill("The tide took it.");
    await expectSaved(phone, answerRecord);
    // Next says once what is missing here.
    await press(page, t("sitting.case.next"));
    await goOn(page, 2);
    await expect(radio(page, 1)).not.toBeChecked();
    await flag(page).check();
    await expect(radio(page, 1)).toBeChecked();
    await expect(reason(page)).toHaveValue("The tide took it.");
    await expect(page.getByText(t("answering.elsewhere"))).toBeVisible();
    await expectSaved(page, answerRecord);
    await lookAt(phone);
    await expect(flag(phone)).toBeChecked();
    await expectSaved(phone, answerRecord);
    expect(await answerRecord.look(phone)).toEqual({
      choice: 1,
      reason: "The tide took it.",
      isFlagged: true,
    });
    await expect(phone.getByText(t("answering.elsewhere"))).toBeVisible();
  });
  await test.step("two answers to the same", async () => {
    await goOn(phone, 3);
    await choose(phone, 0);
    await expectSaved(phone, answerRecord);
    await goOn(page, 3);
    await choose(page, 2);
    await expect(page.getByText(t("answering.overruled.elsewhere"))).toBeVisible();
    await lookAt(phone);
    await expect(radio(phone, 2)).toBeChecked();
    await expect(phone.getByText(t("answering.elsewhere"))).toBeVisible();
    await page.getByRole("button", { name: asPattern(t("answering.take", { aside: "…" })) }).click();
    await expect(radio(page, 0)).toBeChecked();
    await expectSaved(page, answerRecord);
    await lookAt(phone);
    await expect(radio(phone, 0)).toBeChecked();
  });
  await test.step("by turning the page", async () => {
    letIn();
    await press(phone, t("sitting.case.previous"));
    await expectCase(phone, 2);
    await choose(phone, 3);
    await expectSaved(phone, answerRecord);
    await press(page, t("sitting.case.previous"));
    await expect(radio(page, 3)).toBeChecked();
    await answerRecord.look(page);
  });
  await test.step("whoever hands in is told what the other may still hold", async () => {
    await page.goto(`/sittings/${sitter.sittingId}/finish`);
    await expect(page.getByText(asPattern(t("way.finish.otherDevices", { devices: "…" })))).toBeVisible();
  });
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

thorough(
  "of two answers that both devices call the first, the newer counts on both",
  async ({ page, newDevice, signInAs }) => {
    const { answerRecord, caseAt, person } = await startSittingAs(page, signInAs);
    const phone = await newDevice();
    await signInAs(person, phone.context());
    answerRecord.watch(phone.context());
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await Promise.all([supplied(phone), phone.goto(caseAt(1))]);
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    // It has not heard of the first answer.
    await choose(phone, 3);
    await expectSaved(phone, answerRecord);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(radio(page, 3)).toBeChecked();
    await expect(page.getByText(t("answering.elsewhere"))).toBeVisible();
    expect(await answerRecord.look(page)).toEqual(await answerRecord.look(phone));
    await expectStoredAsShown(answerRecord);
  },
);

const asPattern = (words: string) => new RegExp(`^${words.replace("…", ".+")}$`);

/** As a person or a network sets it: the time of day jumps, and nothing else. */
const setClock = (page: Page, time: string) =>
  page.evaluate((at) => {
    const Real = Object.getPrototypeOf(Date) === Function.prototype ? Date : Object.getPrototypeOf(Date);
    const ahead = new Real(at).getTime() - Real.now();
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : [Real.now() + ahead]));
      }
      static now = () => Real.now() + ahead;
    } as DateConstructor;
  }, time);

const jumps = [
  ["forty years ahead and back", ["2066-05-01T12:00:00Z", "2026-05-01T12:00:00Z"]],
  ["to its very beginning", ["1970-01-01T00:00:01Z", "1970-01-01T00:00:00Z"]],
] as const;

thorough(
  "the device’s clock jumps forty years ahead and back, and to its very beginning",
  async ({ page, signInAs }) => {
    const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs);
    await page.goto(caseAt(1));
    await choose(page, 0);
    for (const [at, [name, clocks]] of jumps.entries())
      await test.step(name, async () => {
        for (const [n, clock] of clocks.entries()) {
          await setClock(page, clock);
          await choose(page, n + 1);
          await expectSaved(page, answerRecord);
        }
        const position = at + 2;
        await goOn(page, position);
        await choose(page, 3);
        await expectSaved(page, answerRecord);
        await expectStoredAsShown(answerRecord);
        const where = { sittingId: sitter.sittingId, position };
        const last = await db.answerRevision.findFirstOrThrow({ where });
        expect(last.clientAt.getUTCFullYear()).toBe(new Date(clocks[1]).getUTCFullYear());
      });
    await expectShownAgain(page, answerRecord);
  },
);

/** Answers in a tab in which storage is locked up, with a network and without. */
async function answerLocked(
  { page, context, signInAs, expectErrors }: TestFixtures,
  lock: () => void,
): Promise<void> {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs);
  await page.addInitScript(lock);
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  // Before one goes on: a case that is left tells once more how long it was looked at.
  await context.setOffline(true);
  await choose(page, 1);
  await choose(page, 2);
  await answerRecord.look(page);
  await expect(sending(page)).toContainText(t("sending.heldOne"));
  await expect(page.getByText(t("sending.unkept"))).toBeVisible();
  await context.setOffline(false);
  await expectSaved(page, answerRecord);
  await goOn(page, 2);
  await choose(page, 3);
  await expectSaved(page, answerRecord);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
}

thorough(
  "where every kind of storage is forbidden, answers arrive all the same",
  ({ page, context, signInAs, expectErrors }) =>
    answerLocked({ page, context, signInAs, expectErrors }, () => {
      const forbidden = {
        get() {
          throw new DOMException("not here", "SecurityError");
        },
      };
      for (const name of ["indexedDB", "localStorage", "sessionStorage", "caches"])
        Object.defineProperty(globalThis, name, forbidden);
    }),
);

thorough(
  "where the storage of answers is forbidden, answers arrive all the same",
  ({ page, context, signInAs, expectErrors }) =>
    answerLocked({ page, context, signInAs, expectErrors }, () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("not here", "SecurityError");
      };
    }),
);

thorough("where the disk is full, answers arrive all the same", ({ page, context, signInAs, expectErrors }) =>
  answerLocked({ page, context, signInAs, expectErrors }, () => {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = full;
    IDBObjectStore.prototype.add = full;
  }),
);
