import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import {
  choose,
  countKept,
  expectCase,
  goOn,
  hold,
  radio,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { holdScripts } from "#e2e/support/at-work.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const reason = (page: Page) => page.getByRole("textbox", { name: t("sitting.extra.reason") });
const countDrafts = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("benchside");
        opened(opening, () => {
          const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
          opened(all, () => {
            opening.result.close();
            resolve(all.result.filter((draft) => JSON.stringify(draft).includes(wanted)).length);
          });
        });
        function opened(request: IDBRequest, then: () => void): void {
          request.onsuccess = then;
        }
      }),
    text,
  );

/** Where the reason is on the screen, below a text in the page's own letters: others take more lines. */
const placeOf = (page: Page) =>
  reason(page).evaluate(async (field) => {
    await document.fonts.ready;
    return Math.round(field.getBoundingClientRect().top);
  });

/** A choice, half a reason and how far one read. */
async function beginAnswer(page: Page): Promise<void> {
  await choose(page, 2);
  await reason(page).fill("Half a");
  await page.evaluate(() => window.scrollTo(0, 150));
  const form = page.locator("form[data-position='1']");
  const scrolled = () => form.evaluate((one) => -one.getBoundingClientRect().top);
  await expect.poll(async () => countDrafts(page, `"scrolled":${await scrolled()}`)).toBe(1);
  await expect.poll(() => countDrafts(page, "Half a")).toBe(1);
}

async function comeBackTwice(page: Page, address: string): Promise<void> {
  const ways = [() => page.goto("/sittings").then(() => page.goto(address)), () => page.reload()];
  const place = await placeOf(page);
  for (const comeBack of ways) {
    await comeBack();
    await expectCase(page, 1);
    await expect(reason(page)).toHaveValue("Half a");
    await expect(radio(page, 2)).toBeChecked();
    await expect.poll(() => placeOf(page)).toBe(place);
  }
}

test("what is begun before the page’s script is there counts, and outlives the page", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/net::ERR_FAILED/);
  const { sitter, caseAt } = await startSittingAs(page, signInAs);
  await page.setViewportSize({ width: 360, height: 500 });
  const letIn = await holdScripts(page);
  await page.goto(caseAt(1), { waitUntil: "commit" });
  await choose(page, 3);
  await reason(page).fill("Written early.");
  letIn();
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(radio(page, 3)).toBeChecked();
  const where = { sittingId_position: { sittingId: sitter.sittingId, position: 1 } };
  const stored = () => db.servedCase.findUniqueOrThrow({ where, include: { answer: true } });
  await expect.poll(async () => (await stored()).answer).toMatchObject({ reason: "Written early." });
  const { answer, optionOrder } = await stored();
  expect(answer?.decision).toBe(String(optionOrder[3]));
  await page.unroute("**/*.js");

  await beginAnswer(page);
  await comeBackTwice(page, caseAt(1));
  await test.step("what is said above the case while the server isn't reached moves nothing", async () => {
    await page.route("**/answers", (route) => route.abort());
    await reason(page).fill("Half a story");
    await expect(sending(page)).toContainText(t("sending.waiting"));
    const place = await placeOf(page);
    await page.goto("/sittings");
    await page.unroute("**/answers");
    await page.goto(caseAt(1));
    await expectCase(page, 1);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await expect(reason(page)).toHaveValue("Half a story");
    await expect.poll(() => placeOf(page)).toBe(place);
  });
});

thorough(
  "where one doesn’t go back, what is begun outlives a page, and one that was never painted, and leaves the device at the end",
  async ({ page, signInAs }) => {
    const questions = { mayGoBack: false };
    const { study, sitter, caseAt } = await startSittingAs(page, signInAs, { questions });
    const where = { sittingId: sitter.sittingId };
    await page.setViewportSize({ width: 360, height: 500 });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await beginAnswer(page);
    await comeBackTwice(page, caseAt(1));
    // What is still being written is no answer yet: the server keeps it as what it is.
    const draft = () => db.answerDraft.findFirst({ where });
    await expect.poll(draft).toMatchObject({ value: { reason: "Half a" } });
    expect(await db.answerRevision.count({ where })).toBe(0);

    await page.addInitScript(() => {
      if (location.protocol !== "about:" && sessionStorage.getItem("unpainted"))
        window.requestAnimationFrame = () => 0;
    });
    await page.evaluate(() => sessionStorage.setItem("unpainted", "yes"));
    await page.reload();
    await expect(page.locator("form[autocomplete=off]").first()).toBeAttached();
    await page.evaluate(() => sessionStorage.removeItem("unpainted"));
    await page.reload();
    await expect(radio(page, 2)).toBeChecked();
    await expect(reason(page)).toHaveValue("Half a");

    // The server has all of it: leaving tells it nothing that could come after the end.
    await expect(sending(page)).toHaveText(t("sending.draftStored"));
    await page.goto("about:blank");
    expect(await closeStudy(operator(), study.slug)).toMatchObject({ ok: true });
    await page.goto(`/sittings/${sitter.sittingId}`);
    await expect.poll(() => countKept(page, "drafts")).toBe(0);
  },
);

test("where one doesn’t go back, an answer is given by going on, and not before", async ({
  page,
  newDevice,
  signInAs,
}) => {
  const { sitter, person, caseAt } = await startSittingAs(page, signInAs, {
    questions: { mayGoBack: false },
  });
  await page.goto(`/sittings/${sitter.sittingId}/instructions`);
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  const sent: string[] = [];
  page.on("request", (request) => {
    const isAnswer = request.method() === "POST" && !request.postData()?.includes("isDraft");
    if (isAnswer) sent.push(request.url());
  });
  await choose(page, 0);
  await choose(page, 1);
  await press(page, t("sitting.case.next"));
  await expectCase(page, 2);
  await expect(sending(page)).toHaveText(t("sending.savedOneWay"));
  expect(sent).toHaveLength(1);
  const where = { sittingId: sitter.sittingId };
  expect(await db.answerRevision.count({ where })).toBe(1);

  await press(page, t("sitting.case.next"));
  await expect(page.getByRole("alert").getByText(t("sitting.missing.choice"))).toBeVisible();
  await choose(page, 2);
  await expect(page.getByRole("alert").getByText(t("sitting.missing.choice"))).toHaveCount(0);
  await expect(sending(page)).toHaveText(t("sending.draftStored"));
  await test.step("a draft is gone with its case, from which another device went on", async () => {
    const other = await newDevice();
    await signInAs(person, other.context());
    await other.goto(caseAt(2));
    await choose(other, 1);
    await goOn(other, 3);
    await expect(sending(other)).toHaveText(t("sending.savedOneWay"));
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expectCase(page, 3);
    await expect(sending(page)).toHaveText(t("sending.savedOneWay"));
  });
  await test.step("one is led to handing in once the last answer is stored, and not before", async () => {
    const happened: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) happened.push("led on");
    });
    const letIn = await hold(page, "**/answers");
    await choose(page, 0);
    await press(page, t("sitting.case.last"));
    await expect(sending(page)).toHaveText(t("sending.saving"));
    happened.push("stored");
    letIn();
    await expectHeading(page, t("sitting.submit.title"));
    expect(happened).toEqual(["stored", "led on"]);
  });
  await page.goBack();
  await expectHeading(page, t("sitting.instructions.title"));
  await page.goto(caseAt(1));
  await expectCase(page, 3);
});

thorough(
  "a page that was drawn just before the last answer arrived hears of it",
  async ({ page, context, signInAs }) => {
    const { caseAt } = await startSittingAs(page, signInAs, { questions: { mayGoBack: false } });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    const [drawn, stored, left] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    await page.route("**/answers", async (route) => {
      await stored?.promise;
      await route.continue();
    });
    await choose(page, 2);
    await goOn(page, 2);
    const next = await context.newPage();
    await next.route(`**${caseAt(1)}`, async (route) => {
      const response = await route.fetch();
      drawn?.resolve();
      await left?.promise;
      await route.fulfill({ response });
    });
    const coming = next.goto(caseAt(1));
    await drawn?.promise;
    stored?.resolve();
    await expect(sending(page)).toHaveText(t("sending.savedOneWay"));
    await page.close();
    left?.resolve();
    await coming;
    await expectCase(next, 2);
  },
);

thorough(
  "what somebody gave on the page before isn’t said to have been given elsewhere",
  async ({ page, context, signInAs }) => {
    const { caseAt } = await startSittingAs(page, signInAs);
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await choose(page, 1);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    const [drawn, stored, left] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    await page.route("**/answers", async (route) => {
      await stored?.promise;
      await route.continue();
    });
    await choose(page, 2);
    const next = await context.newPage();
    await next.route(`**${caseAt(1)}`, async (route) => {
      const response = await route.fetch();
      drawn?.resolve();
      await left?.promise;
      await route.fulfill({ response });
    });
    const coming = next.goto(caseAt(1));
    await drawn?.promise;
    stored?.resolve();
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await page.close();
    left?.resolve();
    await coming;
    await expect(radio(next, 2)).toBeChecked();
    await expect(next.getByText(t("answering.elsewhere"))).toHaveCount(0);
  },
);
