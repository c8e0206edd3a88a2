import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import {
  choose,
  goOn,
  radio,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const questions = { mayGoBack: false, draftsCount: true, timeLimitMinutes: 30, reason: "optional" };

/** On a phone as elsewhere, whatever the bar has to tell. */
async function expectOneLine(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(44);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test("where one doesn’t go back nothing is told as saved before one goes on; a draft counts when time runs out", async ({
  page,
  context,
  newDevice,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { sitter, person, caseAt } = await startSittingAs(page, signInAs, { questions });
  const where = { sittingId: sitter.sittingId };
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await expect(sending(page)).toHaveText(t("sending.nothingOneWay"));
  await expect(page.getByText(t("sitting.case.oneWayDrafts"))).toBeVisible();
  await expectOneLine(page);
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.draftStored"));
  expect(await db.answerDraft.count({ where })).toBe(1);
  const reason = page.getByRole("textbox", { name: t("sitting.extra.reason") });
  await reason.fill("o".repeat(maxReason + 1));
  await expect(sending(page)).toHaveText(t("sending.unfit"));
  await reason.fill("");
  await expect(sending(page)).toHaveText(t("sending.draftStored"));
  expect(await db.answer.count({ where })).toBe(0);
  await goOn(page, 2);
  await expect(sending(page)).toHaveText(t("sending.savedOneWay"));
  await expect.poll(() => db.answerDraft.count({ where })).toBe(0);
  await expectOneLine(page);

  await context.setOffline(true);
  await choose(page, 1);
  await expect(sending(page)).toHaveText(t("sending.draftHere"));
  await expectOneLine(page);
  await page.reload().catch(() => undefined);
  await context.setOffline(false);
  await page.goto(caseAt(2));
  await expect(radio(page, 1)).toBeChecked();
  await expect(sending(page)).toHaveText(t("sending.draftStored"));
  await page.getByRole("button", { name: t("menu.open") }).click();
  await page.getByRole("button", { name: "中文" }).click();
  await expect(sending(page)).toHaveText("草稿已保存。");
  await expectOneLine(page);

  // What this device would tell once more has no place after the end; the person goes on at another one.
  await context.setOffline(true);
  const since = new Date(Date.now() - 31 * 60_000);
  await db.sitting.update({
    where: { id: sitter.sittingId },
    data: { consentedAt: since, startedAt: since },
  });
  const later = await newDevice();
  await signInAs(person, later.context());
  await later.goto(caseAt(2));
  await expect(later.getByText(t("answering.overDrafts"))).toBeVisible();
  await later.getByRole("link", { name: t("answering.toHandIn") }).click();
  await expectHeading(later, t("sitting.submit.title"));
  await expect(later.getByText(t("way.finish.overDrafts"))).toBeVisible();
  await press(later, t("sitting.submit.confirm"));
  await expectHeading(later, t("sitting.debrief.title"));
  const answers = await db.answer.findMany({ where, orderBy: { position: "asc" } });
  expect(answers.map(({ position, fromDraft }) => [position, fromDraft])).toEqual([
    [1, false],
    [2, true],
  ]);
  await expect(later.getByText(t("sitting.debrief.codeHintElsewhere"))).toBeVisible();
});

thorough(
  "a character that can’t be stored is taken out, and a text that is too long is counted, not cut",
  async ({ page, signInAs }) => {
    const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions: { reason: "required" } });
    await page.goto(caseAt(1));
    await choose(page, 0);
    const reason = page.getByRole("textbox", { name: t("sitting.extra.reason") });
    const stored = async () =>
      (await db.answer.findFirst({ where: { sittingId: sitter.sittingId, position: 1 } }))?.reason ?? null;
    // Half a character, too; and so it comes back.
    await reason.evaluate((field: HTMLTextAreaElement) => (field.value = "\ud83d"));
    await reason.press("End");
    await reason.pressSequentially(" bells");
    await expect.poll(stored).toBe(" bells");
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await page.goto("about:blank");
    await page.goto(caseAt(1));
    await expect(reason).toHaveValue(" bells");

    await reason.fill("the \0bells");
    await expect(reason).toHaveValue("the bells");
    await expect(page.getByRole("status").filter({ hasText: t("sitting.extra.takenOut") })).toHaveCount(1);
    await expect.poll(stored).toBe("the bells");

    await reason.fill("x".repeat(9_990));
    await expect(page.getByText(t("sitting.extra.reasonLeft", { count: "10" }))).toHaveCount(1);
    await expect.poll(stored).toBe("x".repeat(9_990));
    await reason.press("End");
    await page.keyboard.insertText("y".repeat(25));
    const over = page.getByText(t("sitting.extra.reasonOver", { count: "15" }));
    await expect(over.first()).toBeVisible();
    await expect(reason).toHaveValue("x".repeat(9_990) + "y".repeat(25));
    await press(page, t("sitting.case.next"));
    await expect(page.getByRole("alert").getByText(t("sitting.missing.tooLong"))).toBeVisible();
    expect(await stored()).toBe("x".repeat(9_990));
    await reason.fill("x".repeat(9_000));
    await goOn(page, 2);
    await expect.poll(stored).toBe("x".repeat(9_000));
  },
);

thorough(
  "where what sends drafts can’t be fetched a case is a plain form, and nothing stays open beside it",
  async ({ page, signInAs, expectErrors }) => {
    expectErrors(/ERR_FAILED/);
    await page.addInitScript(() => {
      const opened: string[] = [];
      Object.assign(window, { opened });
      globalThis.BroadcastChannel = class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          opened.push(name);
        }
      };
    });
    await page.route("**/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("isDraft")) await route.abort();
      else await route.fulfill({ response });
    });
    const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions });
    await Promise.all([page.waitForEvent("requestfailed"), page.goto(caseAt(1))]);
    const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
    expect(await opened()).not.toContain(`benchside-${sitter.sittingId}`);
    // What is on its way through the route is waited for.
    await page.unrouteAll({ behavior: "wait" });
    await choose(page, 0);
    await goOn(page, 2);
    await expect(sending(page)).toHaveText(t("sending.savedOneWay"));
    expect(await opened()).toContain(`benchside-${sitter.sittingId}`);
    const where = { sittingId: sitter.sittingId };
    expect(await db.answerRevision.count({ where })).toBe(1);
  },
);
