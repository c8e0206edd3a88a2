import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import {
  choose,
  expectCase,
  expectSaved,
  radio,
  startSittingAs,
  type StartedSitting,
} from "#e2e/participant/faults/started-sitting.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, heading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// What a browser does with a page that it had put aside whole. Here it is only told so: nothing of the page was redrawn.
const bringBack = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
const state = "**/state";

async function answerFirst(
  page: Page,
  signInAs: Parameters<typeof startSittingAs>[1],
): Promise<StartedSitting> {
  const started = await startSittingAs(page, signInAs);
  await page.goto(started.caseAt(1));
  await choose(page, 1);
  await expectSaved(page, started.answerRecord);
  return started;
}
const signOutElsewhere = ({ visitor }: StartedSitting) =>
  db.signIn.update({ where: { id: visitor.signIn.signInId }, data: { endedAt: new Date() } });

test("a page brought back is covered until the server says that it is still this person’s", async ({
  page,
  signInAs,
}) => {
  await answerFirst(page, signInAs);
  let letIn: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (letIn = resolve));
  await page.route(state, async (route) => {
    await waiting;
    await route.continue();
  });
  await bringBack(page);
  await expect(heading(page)).toHaveCount(0);
  await expect(page.getByRole("radio")).toHaveCount(0);
  letIn();
  await expectCase(page, 1);
  await expect(radio(page, 1)).toBeChecked();
});

test("signed out in the meantime, it leads to the sign-in", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/status of 401/);
  await signOutElsewhere(await answerFirst(page, signInAs));
  await bringBack(page);
  await expectHeading(page, t("signIn.title"));
  await expect(page).toHaveURL(/next=/);
});

test("what the server said of whoever was there before uncovers nothing", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 401/);
  const started = await answerFirst(page, signInAs);
  let tellLate: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (tellLate = resolve));
  let isTold: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (isTold = resolve));
  await page.route(
    state,
    async (route) => {
      const response = await route.fetch();
      isTold();
      await late;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // As one leaves, it asks once more, and the answer lies there until the page is brought back.
  await page.evaluate(() => void dispatchEvent(new Event("focus")));
  await told;
  await signOutElsewhere(started);
  await bringBack(page);
  tellLate();
  await expectHeading(page, t("signIn.title"));
});

test("with somebody else signed in, it is not to be found", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/status of 404/);
  await answerFirst(page, signInAs);
  await signInAs(await addPerson("participant"), page.context());
  await bringBack(page);
  await expectHeading(page, t("notFound.title"));
  await expect(page.getByRole("radio")).toHaveCount(0);
});

test("without a network one goes on, until the server says otherwise", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/, /status of 401/);
  await signOutElsewhere(await answerFirst(page, signInAs));
  await page.route(state, (route) => route.abort("connectionfailed"));
  const failed = page.waitForEvent("requestfailed");
  await bringBack(page);
  await failed;
  await expectCase(page, 1);
  await page.unroute(state);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expectHeading(page, t("signIn.title"));
});

test("without a network, and after Sign out was pressed in this browser, nothing is uncovered", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/);
  await answerFirst(page, signInAs);
  const other = await context.newPage();
  await other.goto("/come-back");
  await press(other, t("account.signOut"));
  await expectHeading(other, t("signIn.title"));
  await page.route(state, (route) => route.abort("connectionfailed"));
  await bringBack(page);
  // Opened anew: what that gives is the server’s to say.
  await expectHeading(page, t("signIn.title"));
});
