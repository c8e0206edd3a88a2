import type { Page, Route } from "@playwright/test";
import { db } from "#lib/db.ts";
import { choose, countKept, kept, startSittingAs, sending } from "#e2e/participant/faults/started-sitting.ts";
import { addPerson } from "#e2e/support/people.ts";
import { press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
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

test("a gate’s page instead of an answer, then a server in trouble: it waits, and arrives in the end", async ({
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
  await page.goto(caseAt(1));
  for (const [n, gate] of gates.entries()) {
    await page.route(answers, gate);
    const asked = page.waitForResponse(answers);
    if (n === 0) await choose(page, 1);
    else await say(page, "online");
    await asked;
    await expect(sending(page)).toHaveText(t("sending.waiting") + kept(1));
  }
  expect(await listStored(sitter.sittingId)).toEqual([]);
  await page.unroute(answers);
  await say(page, "online");
  await expect(sending(page)).toHaveText(t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([[1, 1]]);
});

test("everything that was decided meanwhile arrives in its order, on a page that was opened later", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/);
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
  await context.route(answers, (route) => route.abort("connectionfailed"));
  await page.goto(caseAt(1));
  for (const choice of [0, 1, 2]) await choose(page, choice);
  await press(page, t("sitting.case.next"));
  await choose(page, 3);
  await expect(sending(page)).toContainText(kept(2));
  await press(page, t("sitting.case.previous"));
  await choose(page, 0);
  // Told by cases, of which there are two.
  await expect.poll(() => countKept(page)).toBe(5);
  await expect(sending(page)).toContainText(kept(2));

  await page.goto("/come-back");
  await context.unroute(answers);
  const sent: SentAnswer[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/answers")) sent.push(request.postDataJSON() as SentAnswer);
  });
  await page.goto(caseAt(3));
  await expect(sending(page)).toHaveText(t("sending.saved"));
  const told = sent.map(({ position, revision, value }) => [position, revision, value.choice]);
  expect(told).toEqual([
    [1, 1, 0],
    [1, 2, 1],
    [1, 3, 2],
    [2, 1, 3],
    [1, 4, 0],
  ]);
  expect(await listStored(sitter.sittingId)).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 1],
  ]);
});

test("another tab sends what this one can’t, and this one hears of it", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/);
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
  await page.route(answers, (route) => route.abort("connectionfailed"));
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expect(sending(page)).toContainText(kept(1));
  const other = await context.newPage();
  await other.goto(caseAt(2));
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(sending(other)).toHaveText(t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([[1, 1]]);
});

test("somebody else signs in meanwhile: nothing of it becomes theirs, and it arrives once one is back", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 404/);
  const { caseAt, sitter, person } = await startSittingAs(page, signInAs, { questions });
  await page.goto(caseAt(1));
  await signInAs(await addPerson("participant"));
  await choose(page, 2);
  await expect(sending(page)).toHaveText(t("sending.refusedOne") + t("sending.problems.not_found"));
  await expect(page.getByRole("link", { name: t("sending.signIn") })).toBeVisible();
  await signInAs(person);
  await say(page, "focus");
  await expect(sending(page)).toHaveText(t("sending.saved"));
  expect(await listStored(sitter.sittingId)).toEqual([[1, 1]]);
});

test("what isn’t taken is passed over and told; once removed, the stored answer stands there again", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 422/);
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
  await page.goto(caseAt(1));
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await page.route(answers, (route) => route.fulfill({ status: 422, json: { error: "invalid" } }));
  await choose(page, 3);
  await expect(sending(page)).toHaveText(t("sending.refusedOne") + t("sending.problems.invalid"));
  await page.unroute(answers);
  await press(page, t("sitting.case.next"));
  await choose(page, 1);
  await expect
    .poll(() => listStored(sitter.sittingId))
    .toEqual([
      [1, 1],
      [2, 1],
    ]);
  await expect(sending(page)).toHaveText(t("sending.refusedOne") + t("sending.problems.invalid"));
  await press(page, t("sitting.case.previous"));
  await expect(page.getByRole("radio").nth(3)).toBeChecked();
  await page.getByText(t("sending.discard"), { exact: true }).click();
  await press(page, t("sending.discardOne"));
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(page.getByRole("radio").nth(0)).toBeChecked();
  await expect(page.getByText(t("answering.elsewhere"))).toHaveCount(0);
});

test("a screen reader hears of trouble and of its end, not of every answer", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/);
  const { caseAt } = await startSittingAs(page, signInAs, { questions });
  await page.goto(caseAt(1));
  const isSaid = (live: "polite" | "off", words: string) =>
    expect(sending(page).and(page.locator(`[aria-live=${live}]`))).toHaveText(words);
  await choose(page, 0);
  await isSaid("polite", t("sending.saved"));
  await choose(page, 1);
  await isSaid("off", t("sending.saved"));
  await page.route(answers, (route) => route.abort("connectionfailed"));
  await choose(page, 2);
  await isSaid("polite", t("sending.waiting") + kept(1));
  await page.unroute(answers);
  await say(page, "online");
  await isSaid("polite", t("sending.saved"));
});
