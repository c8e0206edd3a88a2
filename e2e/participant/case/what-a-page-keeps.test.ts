import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  choose,
  expectCase,
  goOn,
  radio,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { holdScripts } from "#e2e/support/at-work.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
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

for (const mayGoBack of [true, false])
  test(`a choice, half a reason and how far one read outlive the page, ${mayGoBack ? "" : "not "}going back`, async ({
    page,
    signInAs,
  }) => {
    const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions: { mayGoBack } });
    await page.setViewportSize({ width: 360, height: 500 });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await choose(page, 2);
    await reason(page).fill("Half a");
    await page.evaluate(() => window.scrollTo(0, 150));
    await expect.poll(() => countDrafts(page, '"scrollY":150')).toBe(1);
    await expect.poll(() => countDrafts(page, "Half a")).toBe(1);

    for (const leave of [() => page.goto("/sittings"), () => page.reload()]) {
      await leave();
      await page.goto(caseAt(1));
      await expectCase(page, 1);
      await expect(reason(page)).toHaveValue("Half a");
      await expect(radio(page, 2)).toBeChecked();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(150);
    }
    if (mayGoBack) return;
    // What is still being written is no answer yet: the server keeps it as what it is.
    const where = { sittingId: sitter.sittingId };
    const draft = () => db.answerDraft.findFirst({ where });
    await expect.poll(draft).toMatchObject({ value: { reason: "Half a" } });
    expect(await db.answerRevision.count({ where })).toBe(0);
  });

test("a choice made before the page’s script is there counts", async ({ page, signInAs }) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs);
  const letIn = await holdScripts(page);
  await page.goto(caseAt(1), { waitUntil: "commit" });
  await choose(page, 3);
  await reason(page).fill("Written early.");
  letIn();
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(radio(page, 3)).toBeChecked();
  const answer = () => db.answer.findFirst({ where: { sittingId: sitter.sittingId, position: 1 } });
  await expect.poll(answer).toMatchObject({ reason: "Written early." });
  const { optionOrder } = await db.servedCase.findFirstOrThrow({
    where: { sittingId: sitter.sittingId, position: 1 },
  });
  expect((await answer())?.decision).toBe(String(optionOrder[3]));
});

test("half a character in a reason is taken out before it is stored", async ({ page, signInAs }) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs);
  await page.goto(caseAt(1));
  await choose(page, 0);
  await reason(page).evaluate((field: HTMLTextAreaElement) => (field.value = "\ud83d"));
  await reason(page).press("End");
  await reason(page).pressSequentially(" bells");
  const answer = () => db.answer.findFirst({ where: { sittingId: sitter.sittingId, position: 1 } });
  await expect.poll(answer).toMatchObject({ reason: " bells" });
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await page.goto("/sittings");
  await page.goto(caseAt(1));
  await expect(reason(page)).toHaveValue(" bells");
});

test("where one doesn’t go back, an answer is given by going on, and not before", async ({
  page,
  signInAs,
}) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions: { mayGoBack: false } });
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
  await goOn(page, 3);
  await page.goBack();
  await expectHeading(page, t("sitting.instructions.title"));
  await page.goto(caseAt(1));
  await expectCase(page, 3);
});

test("a time limit is told in minutes, and at its end in words, with the way to hand in", async ({
  page,
  signInAs,
}) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions: { timeLimitMinutes: 30 } });
  await page.goto(caseAt(1));
  await expect(page.getByText(t("answering.minutes", { minutes: "30" }))).toBeVisible();
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  const startedAt = new Date(Date.now() - 40 * 60_000);
  await db.sitting.update({ where: { id: sitter.sittingId }, data: { startedAt } });
  await page.goto(caseAt(2));
  await expect(page.getByText(t("answering.over"))).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("link", { name: t("answering.toHandIn") })).toBeVisible();
});

test("who comes back is told where they are, until they go on", async ({ page, signInAs }) => {
  const { caseAt } = await startSittingAs(page, signInAs);
  await Promise.all([supplied(page), page.goto(`${caseAt(1)}?back=1`)]);
  const told = page.getByText(t("answering.welcomeBackFirst", { place: "1" }));
  await expect(told).toBeVisible();
  await choose(page, 0);
  await goOn(page, 2);
  await expect(told).toHaveCount(0);
  await page.goBack();
  await expectCase(page, 1);
  await expect(page).toHaveURL(caseAt(1));
  await expect(told).toHaveCount(0);
});

test("what is begun survives a page that goes before it was ever painted", async ({ page, signInAs }) => {
  const { caseAt } = await startSittingAs(page, signInAs, { questions: { mayGoBack: false } });
  await page.goto(caseAt(1));
  await choose(page, 2);
  await reason(page).fill("Half a");
  await expect.poll(() => countDrafts(page, "Half a")).toBe(1);
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
});

test("a page that was drawn just before the last answer arrived hears of it", async ({
  page,
  context,
  signInAs,
}) => {
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
});
