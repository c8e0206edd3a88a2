import type { Page, Route } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  choose,
  countKept,
  expectCase,
  kept,
  radio,
  sending,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";

const questions = { reason: "off" };
const answers = "**/answers";
const say = (page: Page, event: string) =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), event);

async function listStored(sittingId: string) {
  const found = await db.answerRevision.findMany({
    where: { sittingId },
    orderBy: [{ position: "asc" }, { revision: "asc" }],
  });
  return found.map(({ position, revision }) => [position, revision]);
}

const loseStorage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const removed = indexedDB.deleteDatabase("benchside");
        removed.onsuccess = () => resolve();
        removed.onerror = removed.onblocked = reject;
      }),
  );

test("a gate’s page instead of an answer, then a server in trouble: it waits, and arrives in the end; a screen reader hears of trouble and of its end, not of every answer", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 404/, /status 503/, /status of 503/);
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
  const gates: ((route: Route) => Promise<void>)[] = [
    (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
    (route) => route.fulfill({ status: 200, json: { ok: true } }),
    (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>No such page</h1>" }),
    (route) => route.fulfill({ status: 503, json: { error: "invalid" } }),
  ];
  const isSaid = (live: "polite" | "off", words: string) =>
    expect(sending(page).and(page.locator(`[aria-live=${live}]`))).toHaveText(words);
  await page.goto(caseAt(1));
  await choose(page, 0);
  await isSaid("polite", t("sending.saved"));
  await choose(page, 2);
  await isSaid("off", t("sending.saved"));
  for (const [n, gate] of gates.entries()) {
    // What the gate before it answers late is none of it.
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    await page.route(answers, (route) => gate(route).then(isAsked));
    if (n === 0) await choose(page, 1);
    else await say(page, "online");
    await asked;
    await isSaid("polite", t("sending.waiting") + kept(1));
  }
  expect(await listStored(sitter.sittingId)).toEqual([
    [1, 1],
    [1, 2],
  ]);
  await page.unroute(answers);
  await say(page, "online");
  await isSaid("polite", t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
});

thorough(
  "storage that is taken away in the middle is opened anew: everything decided meanwhile arrives in its order, on a page that was opened later",
  async ({ page, context, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_FAILED/);
    const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await choose(page, 3);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await loseStorage(page);
    await context.route(answers, (route) => route.abort("connectionfailed"));
    for (const choice of [0, 1, 2]) await choose(page, choice);
    await press(page, t("sitting.case.next"));
    await choose(page, 3);
    await expect(sending(page)).toContainText(kept(2));
    await press(page, t("sitting.case.previous"));
    await choose(page, 0);
    // Told by cases, of which there are two.
    await expect.poll(() => countKept(page)).toBe(5);
    await expect(sending(page)).toContainText(kept(2));

    await page.goto("about:blank");
    await context.unroute(answers);
    const sent: SentAnswer[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/answers")) sent.push(request.postDataJSON() as SentAnswer);
    });
    await page.goto(caseAt(3));
    await expect(sending(page)).toHaveText(t("sending.saved"));
    const told = sent.map(({ position, revision, value }) => [position, revision, value.choice]);
    expect(told).toEqual([
      [1, 2, 0],
      [1, 3, 1],
      [1, 4, 2],
      [2, 1, 3],
      [1, 5, 0],
    ]);
    expect(await listStored(sitter.sittingId)).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
      [2, 1],
    ]);
    await expect.poll(() => countKept(page)).toBe(0);
  },
);

test("another tab sends what this one can’t, and this one hears of it; nothing becomes somebody else’s who signs in meanwhile", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/, /status of 404/);
  const { caseAt, sitter, person } = await startSittingAs(page, signInAs, { questions });
  await page.route(answers, (route) => route.abort("connectionfailed"));
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expect(sending(page)).toContainText(kept(1));
  const other = await context.newPage();
  await other.goto(caseAt(2));
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(sending(other)).toHaveText(t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([[1, 1]]);
  await other.close();
  await page.unroute(answers);

  await signInAs(await addPerson("participant"));
  await choose(page, 2);
  await expect(sending(page)).toHaveText(t("sending.refusedOne") + t("sending.problems.not_found"));
  await expect(page.getByRole("link", { name: t("sending.signIn") })).toBeVisible();
  await signInAs(person);
  await say(page, "focus");
  await expect(sending(page)).toHaveText(t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

thorough(
  "what isn’t taken names its case and its cause, until it is mended, or removed: then the stored answer stands there again",
  async ({ page, signInAs, expectErrors }) => {
    expectErrors(/status of 422/);
    const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions, count: 2 });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    await choose(page, 0);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    const why = t("sending.refusedOne") + t("sending.problems.invalid");
    // What is refused stays so: the device offers it again now and then, and whenever its case is left.
    const refuseFirst = (route: Route) =>
      (route.request().postDataJSON() as SentAnswer).position === 1
        ? route.fulfill({ status: 422, json: { error: "invalid" } })
        : route.fallback();
    await page.route(answers, refuseFirst);
    await choose(page, 3);
    await expect(sending(page)).toHaveText(why);
    await press(page, t("sitting.case.next"));
    await expectCase(page, 2, 2);
    await choose(page, 1);
    const passedOver = [
      [1, 1],
      [2, 1],
    ];
    await expect.poll(() => listStored(sitter.sittingId)).toEqual(passedOver);
    await expect(sending(page)).toHaveText(why);

    await page.getByRole("link", { name: t("sending.caseAt", { place: "1" }) }).click();
    await expectCase(page, 1, 2);
    await expect(radio(page, 3)).toBeChecked();
    await page.getByText(t("sending.discard"), { exact: true }).click();
    await press(page, t("sending.discardOne"));
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await expect(radio(page, 0)).toBeChecked();
    await expect(page.getByText(t("answering.elsewhere"))).toHaveCount(0);

    await choose(page, 3);
    await expect(sending(page)).toHaveText(why);
    await page.unroute(answers);
    await choose(page, 2);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await page.goto(`/sittings/${sitter.sittingId}/finish`);
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
  },
);
