import type { BrowserContext, Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import {
  choose,
  kept,
  countKept,
  expectSaved,
  startSittingAs,
  sending,
  type StartedSitting,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { press } from "#e2e/support/screens.ts";
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type TestFixtures = Pick<Fixtures, "signInAs" | "expectErrors"> & { page: Page; context: BrowserContext };
type End = { end: (started: StartedSitting) => Promise<unknown>; problem: "closed" | "withdrawn" };

async function comeTooLate(
  { page, context, signInAs, expectErrors }: TestFixtures,
  { end, problem }: End,
): Promise<void> {
  expectErrors(/status of 409/, /ERR_CONNECTION_FAILED/);
  const started = await startSittingAs(page, signInAs);
  const { answerRecord, caseAt, sitter } = started;
  const own = `/sittings/${sitter.sittingId}`;
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expectSaved(page, answerRecord);
  await answerRecord.look(page);
  // Given while it still went on, but held up on the way.
  await context.route("**/answers", (route) => route.abort("connectionfailed"));
  await choose(page, 2);
  await expect(sending(page)).toContainText(kept(1));
  await end(started);
  await context.unroute("**/answers");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByRole("main").getByText(t(`sitting.own.errors.${problem}`))).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expectStoredAsShown(answerRecord);

  // From somewhere else, and at another time, it is still there.
  for (const elsewhere of ["/come-back", "about:blank"]) {
    await page.goto(elsewhere);
    await page.goto(own);
    await expect(sending(page)).toContainText(t("sending.refusedOne"));
    await expect(sending(page)).toContainText(t(`sending.problems.${problem}`));
  }
  const [here, stored] = ["3", "2"].map((number) => t("sending.candidate", { number }));
  const compared = { place: "1", here: here ?? "", stored: stored ?? "" };
  await expect(page.getByText(t("sending.compared", compared))).toBeVisible();
  expect(await countKept(page)).toBe(1);
  await page.getByText(t("sending.discard"), { exact: true }).click();
  await press(page, t("sending.discardOne"));
  await expect(sending(page)).toHaveCount(0);
  expect(await countKept(page)).toBe(0);
  await expectStoredAsShown(answerRecord);
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
}

test("the study is closed in the middle: what comes too late is refused with the reason, and kept until discarded", ({
  page,
  context,
  signInAs,
  expectErrors,
}) =>
  comeTooLate(
    { page, context, signInAs, expectErrors },
    { end: ({ study }) => closeStudy(operator(), study.slug), problem: "closed" },
  ));

thorough(
  "the sitting is withdrawn in the middle: what comes too late is refused with the reason, and kept until discarded",
  ({ page, context, signInAs, expectErrors }) =>
    comeTooLate(
      { page, context, signInAs, expectErrors },
      {
        end: ({ study, sitter }) => withdrawSitting(operator(), study.id, sitter.number, { erase: false }),
        problem: "withdrawn",
      },
    ),
);
