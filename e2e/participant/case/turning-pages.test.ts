import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  choose,
  expectCase,
  expectSaved,
  goOn,
  radio,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import type { AnswerRecord } from "#e2e/participant/faults/answer-record.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { listRequests } from "#e2e/support/requests.ts";
import { expectHeading, heading, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const count = 4;
const place = (number: number) => t("sitting.case.place", { place: String(number), count: String(count) });
/** Both cases lie ready then: turning from one to the other is only showing it. */
async function turnedBack(page: Page): Promise<void> {
  await goOn(page, 2, count);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1, count);
}
/** One after the other, sooner than anything is painted in between. */
const pressQuickly = (page: Page, ...keys: string[]) =>
  page.evaluate(async (pressed) => {
    for (const key of pressed) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    }
  }, keys);
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

test("italics come with the passages that have thoughts, before one of them is turned to", async ({
  page,
  signInAs,
}) => {
  const sitter = await beginAt(await openedStudy());
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/overview`);
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ style, status }) => style === "italic" && status === "loaded"),
    );
  await expect.poll(loaded).toBe(true);
});

test("one moves through the cases without the server, each from its top, with its place told", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { count });
  await page.setViewportSize({ width: 360, height: 500 });
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.saved"));

  await context.setOffline(true);
  const asked = listRequests(page);
  for (const number of [2, 3]) {
    await page.evaluate(() => window.scrollTo(0, 100));
    // Words about the network may come above what is looked at: the browser then keeps it in its place.
    expect(await scrollY(page)).toBeGreaterThanOrEqual(100);
    await goOn(page, number, count);
    await expect(heading(page)).toBeFocused();
    expect(await scrollY(page)).toBe(0);
    await expect(page).toHaveTitle(`${place(number)} · Benchside`);
    await expect(page).toHaveURL(caseAt(number));
    await choose(page, 1);
  }
  await press(page, t("sitting.case.overview"));
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page).toHaveURL(`/sittings/${sitter.sittingId}/overview`);
  const label = [t("sitting.overview.item", { place: "4" }), t("sitting.overview.states.open")].join(", ");
  await page.getByRole("link", { name: label, exact: true }).click();
  await expectCase(page, 4, count);
  await choose(page, 2);
  await press(page, t("sitting.case.last"));
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page.getByText(t("answering.offline"))).toBeVisible();
  const paths = asked.map((request) => new URL(request.url()).pathname);
  expect(paths.filter((path) => !path.startsWith("/api/"))).toEqual([]);

  await context.setOffline(false);
  // By itself, once the answers are stored: handing in asks for a connection.
  await expectHeading(page, t("sitting.submit.title"));
  await expect(page).toHaveURL(`/sittings/${sitter.sittingId}/finish`);
  expect(await db.answer.count({ where: { sittingId: sitter.sittingId } })).toBe(count);
  await page.goBack();
  await expectCase(page, 4, count);
});

test("the browser’s back and forward lead through the cases and the overview; who comes back is told where they are, until they go on", async ({
  page,
  signInAs,
}) => {
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { count });
  await page.goto(`/sittings/${sitter.sittingId}/instructions`);
  await Promise.all([supplied(page), page.goto(`${caseAt(1)}?back=1`)]);
  const told = page.getByText(t("answering.welcomeBackFirst", { place: "1" }));
  await expect(told).toBeVisible();
  await choose(page, 3);
  await goOn(page, 2, count);
  await expect(told).toHaveCount(0);
  await expect(page).toHaveURL(caseAt(2));
  await press(page, t("sitting.case.overview"));
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page).toHaveURL(/overview$/);
  await page.goBack();
  await expectCase(page, 2, count);
  await page.goBack();
  await expectCase(page, 1, count);
  await expect(page).toHaveURL(caseAt(1));
  await expect(told).toHaveCount(0);
  await expect(radio(page, 3)).toBeChecked();
  await page.goForward();
  await expectCase(page, 2, count);
  await expect(page).toHaveTitle(`${place(2)} · Benchside`);
  await page.goBack();
  await page.goBack();
  await expectHeading(page, t("sitting.instructions.title"));
});

async function pressTooSoon(page: Page, answerRecord: AnswerRecord): Promise<void> {
  await turnedBack(page);
  await pressQuickly(page, "n", "4");
  await expectCase(page, 2, count);
  await expect(radio(page, 3)).toBeChecked();
  await expectSaved(page, answerRecord);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1, count);
  await expect(radio(page, 1)).toBeChecked();
}

async function turnBackAtOnce(page: Page): Promise<void> {
  await turnedBack(page);
  const open = page.locator("form").filter({ visible: true, has: page.locator("input[name=position]") });
  await pressQuickly(page, "n", "p");
  await expectCase(page, 1, count);
  await expect(open).toHaveCount(1);
  await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    document.querySelector<HTMLElement>("button[value=overview]")?.click();
    // Sooner than anything is painted, too. Only once it has gone back is there a way forward.
    return new Promise<void>((resolve) => {
      addEventListener("popstate", () => resolve(), { once: true });
      history.back();
    });
  });
  await expectCase(page, 2, count);
  await expect(page).toHaveURL(/\/2$/);
  await page.goForward();
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page).toHaveURL(/\/overview$/);
  await expect(open).toHaveCount(0);
}

async function turnTwiceAtOnce(page: Page): Promise<void> {
  await turnedBack(page);
  await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    document.querySelector<HTMLElement>("button[value=overview]")?.click();
  });
  await expectHeading(page, t("sitting.overview.title"));
  await page.goBack();
  await expectCase(page, 2, count);
  await expect(page).toHaveURL(/\/2$/);
  await page.goForward();
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page).toHaveURL(/\/overview$/);
  await page.goBack();
  await expectCase(page, 2, count);
  await page.goBack();
  await expectCase(page, 1, count);
}

async function shrinkWindow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 320 });
  const column = page.locator("[data-candidates]").filter({ visible: true });
  const placed = () =>
    column.evaluate((one) => ({ top: getComputedStyle(one).top, height: (one as HTMLElement).offsetHeight }));
  await expect.poll(async () => (await placed()).top).toMatch(/^-\d/);
  const { top, height } = await placed();
  // The window, less the bar at its foot.
  expect(Number.parseFloat(top)).toBeCloseTo(320 - 88 - height, 0);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect.poll(async () => (await placed()).top).toBe("60px");
}

test("a case that isn’t on the device yet can’t be answered, and opens by itself; from then on no key comes too soon", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/);
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs, { count });
  await page.route("**/cases?*", (route) => route.abort());
  await page.goto(caseAt(1));
  await choose(page, 1);
  await press(page, t("sitting.case.next"));
  await expectHeading(page, place(2));
  await expect(page.getByText(t("answering.unreachable"))).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1, count);
  await expect(radio(page, 1)).toBeChecked();
  await press(page, t("sitting.case.next"));
  await expect(page.getByText(t("answering.unreachable"))).toBeVisible();
  await page.unroute("**/cases?*");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expectCase(page, 2, count);
  await choose(page, 0);
  await press(page, t("sitting.case.previous"));
  await expectCase(page, 1, count);
  await expectSaved(page, answerRecord);

  await test.step("a key that follows before anything is painted is for the case that was turned to", () =>
    pressTooSoon(page, answerRecord));
  await test.step("who turns twice at once finds both pages by their addresses", () => turnTwiceAtOnce(page));
  await test.step("who turns back at once sees one case, and who goes to the overview none", () =>
    turnBackAtOnce(page));
  await page.goBack();
  await expectCase(page, 2, count);
  await test.step("candidates taller than the window keep their end in view beside the dialogue", () =>
    shrinkWindow(page));
});

thorough("everything around the cases is Chinese for who reads Chinese", async ({ newDevice, signInAs }) => {
  const page = await newDevice({ locale: "zh-CN" });
  const study = await tideStudy(count);
  const { caseAt } = await startSittingAs(page, signInAs, { study });
  await page.goto(`${caseAt(1)}?back=1`);
  await expectHeading(page, zhT("sitting.case.place", { place: "1", count: String(count) }));
  await expect(page.getByText(zhT("answering.welcomeBackFirst", { place: "1" }))).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .first()
    .click();
  await expect(sending(page)).toHaveText(zhT("sending.saved"));
  await expect(page.getByText(zhT("answering.answered", { done: "1", count: String(count) }))).toBeVisible();
  await press(page, zhT("sitting.case.next"));
  await expectHeading(page, zhT("sitting.case.place", { place: "2", count: String(count) }));
  await expect(page.getByText(zhT("answering.welcomeBackFirst", { place: "1" }))).toHaveCount(0);
  await expect(page).toHaveTitle(/^第 2\/\d+ 个片段/);
});
