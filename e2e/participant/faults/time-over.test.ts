import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { extendTime } from "#lib/sittings/watching/staff-mutations.ts";
import {
  choose,
  countKept,
  expectCase,
  expectSaved,
  goOn,
  kept,
  radio,
  startSittingAs,
  sending,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const minute = 60_000;
const questions = { timeLimitMinutes: 30 };
const beganBefore = (id: string, minutes: number) => {
  const since = new Date(Date.now() - minutes * minute);
  return db.sitting.update({ where: { id }, data: { consentedAt: since, startedAt: since } });
};

thorough(
  "a time limit is told in minutes, and what came after it holds up handing in: that is said, with what to do",
  async ({ page, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_FAILED/, /status of 409/);
    const { answerRecord, caseAt, sitter } = await startSittingAs(page, signInAs, { questions, count: 2 });
    await page.goto(caseAt(1));
    await expect(page.getByText(t("answering.minutes", { minutes: "30" }))).toBeVisible();
    await choose(page, 1);
    await expectSaved(page, answerRecord);
    await page.route("**/answers", (route) => route.abort("connectionfailed"));
    await choose(page, 2);
    await expect(sending(page)).toContainText(kept(1));
    await beganBefore(sitter.sittingId, 40);
    await page.unroute("**/answers");
    // To who opens a case after the end it is said at once.
    await page.goto(caseAt(2));
    await expect(page.getByText(t("answering.over"))).toBeVisible();
    await expect(page.getByRole("radio")).toHaveCount(0);
    await page.getByRole("link", { name: t("answering.toHandIn") }).click();

    await expectHeading(page, t("sitting.submit.title"));
    const why = page.getByText(t("way.finish.refusedOne"));
    await expect(why).toBeVisible();
    await expect(sending(page)).toHaveText(t("sending.refusedOne") + t("sending.problems.time_over"));
    await press(page, t("sitting.submit.confirm"));
    await expect(page.locator("[tabindex='-1']:focus").filter({ has: why })).toHaveCount(1);
    const handedIn = () => db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
    expect((await handedIn()).state).toBe("started");

    await page.getByText(t("sending.discard"), { exact: true }).click();
    await press(page, t("sending.discardOne"));
    await expect(why).toHaveCount(0);
    expect(await countKept(page)).toBe(0);
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
    expect((await handedIn()).state).toBe("submitted");
    await expectStoredAsShown(answerRecord);
  },
);

thorough(
  "time that is added in the middle arrives by itself, and with it what came too late",
  async ({ page, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_FAILED/, /status of 409/);
    await page.clock.install();
    const { answerRecord, caseAt, sitter, study } = await startSittingAs(page, signInAs, { questions });
    await beganBefore(sitter.sittingId, 27.6);
    await page.goto(caseAt(1));
    await expect(page.getByText(t("answering.minutes", { minutes: "2" }))).toBeVisible();
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    await goOn(page, 2);
    await page.route("**/answers", (route) => route.abort("connectionfailed"));
    await choose(page, 1);
    await expect(sending(page)).toContainText(t("sending.waiting"));
    await beganBefore(sitter.sittingId, 33);
    await page.unroute("**/answers");
    // One question at a time: the look three minutes on would join one that is still under way, which a clock that is
    // moved on cuts off. So the one asked on coming back is answered once there is more time, and before the clock moves.
    const moreTime = Promise.withResolvers<void>();
    await page.route("**/state", async (route) => {
      await moreTime.promise;
      await route.continue();
    });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText(t("answering.over"))).toBeVisible();
    await expect(page.getByRole("radio")).toHaveCount(0);

    const given = await extendTime(operator(), study.id, sitter.number, 40);
    expect(given.ok).toBe(true);
    const sentAgain = page.waitForResponse("**/answers");
    moreTime.resolve();
    await sentAgain;
    await page.clock.fastForward(3 * minute);
    await expectCase(page, 2);
    await expect(page.getByText(t("answering.minutes", { minutes: "37" }))).toBeVisible();
    await expect(radio(page, 1)).toBeChecked();
    await expectSaved(page, answerRecord);
    await choose(page, 3);
    await expectSaved(page, answerRecord);
    await expectStoredAsShown(answerRecord);
  },
);
