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
import { expect, test, thorough, type Visitor } from "#e2e/support/test.ts";
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
const signOutElsewhere = ({ signIn: { signInId: id } }: Visitor) =>
  db.signIn.update({ where: { id }, data: { endedAt: new Date() } });

async function beCovered(page: Page): Promise<void> {
  const letIn = Promise.withResolvers<void>();
  await page.route(state, async (route) => {
    await letIn.promise;
    await route.continue();
  });
  await bringBack(page);
  await expect(heading(page)).toHaveCount(0);
  await expect(page.getByRole("radio")).toHaveCount(0);
  letIn.resolve();
  await expectCase(page, 1);
  await expect(radio(page, 1)).toBeChecked();
  await page.unroute(state);
}

async function goOnUnreached(page: Page): Promise<void> {
  await page.route(state, (route) => route.abort("connectionfailed"));
  const failed = page.waitForEvent("requestfailed");
  await bringBack(page);
  await failed;
  await expectCase(page, 1);
  await page.unroute(state);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expectHeading(page, t("signIn.title"));
}

/** As one leaves, it asks once more, and the answer lies there until the page is brought back. */
async function hearLate(page: Page, signOut: () => Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  let isTold = false;
  await page.route(
    state,
    async (route) => {
      const response = await route.fetch();
      isTold = true;
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // A page that has only just come doesn't listen yet.
  await expect(async () => {
    await page.evaluate(() => void dispatchEvent(new Event("focus")));
    expect(isTold).toBe(true);
  }).toPass();
  await signOut();
  await bringBack(page);
  late.resolve();
  await expectHeading(page, t("signIn.title"));
  await expect(page).toHaveURL(/next=/);
}

test("a page brought back is covered until the server says that it is still this person’s; signed out meanwhile, it leads to the sign-in", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/, /status of 401/);
  const { visitor, person, caseAt } = await answerFirst(page, signInAs);
  await test.step("covered until then", () => beCovered(page));
  await signOutElsewhere(visitor);
  await test.step("without a network one goes on, until the server says otherwise", () =>
    goOnUnreached(page));
  const again = await signInAs(person);
  await page.goto(caseAt(1));
  await test.step("what the server said of whoever was there before uncovers nothing", () =>
    hearLate(page, () => signOutElsewhere(again)));
});

thorough(
  "after Sign out was pressed in this browser nothing is uncovered without a network, and nothing to be found for somebody else",
  async ({ page, context, signInAs, expectErrors }) => {
    expectErrors(/ERR_CONNECTION_FAILED/, /status of 404/);
    const { person, caseAt } = await answerFirst(page, signInAs);
    const other = await context.newPage();
    await other.goto("/come-back");
    await press(other, t("account.signOut"));
    await expectHeading(other, t("signIn.title"));
    await page.route(state, (route) => route.abort("connectionfailed"));
    await bringBack(page);
    // Opened anew: what that gives is the server’s to say.
    await expectHeading(page, t("signIn.title"));
    await page.unroute(state);

    await signInAs(person);
    await page.goto(caseAt(1));
    await signInAs(await addPerson("participant"));
    await bringBack(page);
    await expectHeading(page, t("notFound.title"));
    await expect(page.getByRole("radio")).toHaveCount(0);
  },
);
