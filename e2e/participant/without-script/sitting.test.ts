import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// With script, and by keys alone: ../everyone-flow.test.ts.
test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

test("from the link to the thanks, every answer stored as it was given", async ({ page }) => {
  const { id: studyId, link } = await openedStudy({ questions: { reason: "optional" } });
  await page.goto(joinPath(link));
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
  await press(page, t("sitting.own.start"));
  await expectHeading(page, place(1));
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .nth(1)
    .click();
  await page.getByRole("textbox", { name: t("sitting.extra.reason") }).fill("The tide. <b>");
  await press(page, t("sitting.case.next"));
  await expectHeading(page, place(2));
  await press(page, t("sitting.case.last"));
  await expect(page.getByRole("alert").getByText(t("sitting.case.mayLeave"))).toBeVisible();
  await press(page, t("sitting.case.last"));
  await expect(page.getByText(t("sitting.overview.notYet"))).toBeVisible();
  await page.getByRole("link", { name: t("sitting.overview.resume") }).click();
  await expectHeading(page, place(2));
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .first()
    .click();
  await press(page, t("sitting.case.last"));
  await expectHeading(page, t("sitting.submit.title"));
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));

  const sitting = await db.sitting.findFirstOrThrow({
    where: { studyId },
    include: { served: { include: { answer: true }, orderBy: { position: "asc" } } },
  });
  expect(sitting.state).toBe("submitted");
  await expect(page.getByText(sitting.completionCode ?? "no code", { exact: true })).toBeVisible();
  const [first, second] = sitting.served;
  expect(first?.answer).toMatchObject({
    decision: String(first?.optionOrder[1]),
    reason: "The tide. <b>",
  });
  expect(second?.answer).toMatchObject({ decision: String(second?.optionOrder[0]), reason: null });
  // Time is counted by a script; without one it isn't known, and said so.
  expect(sitting.activeMs).toBeNull();
});
