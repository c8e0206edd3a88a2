import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    // Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
    test.beforeEach(({ expectErrors }) => {
      if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    });

    test("from the link to the thanks, every answer stored as it was given", async ({ page }) => {
      const { id: studyId, link } = await openedStudy({ questions: { reason: "optional" } });
      await page.goto(joinPath(link));
      await page.getByRole("link", { name: t("join.goOn") }).click();
      await press(page, t("sitting.consent.agree"));
      await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
      await press(page, t("sitting.goOn"));
      await expectHeading(page, t("sitting.instructions.title"));
      await page.getByRole("link", { name: t("sitting.instructions.start") }).click();
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
      await expect(page.getByText(t("sitting.overview.notYet"))).toBeVisible();
      await page.getByRole("link", { name: t("sitting.overview.resume") }).click();
      await expectHeading(page, place(2));
      await page
        .getByRole("listitem")
        .filter({ has: page.getByRole("radio") })
        .first()
        .click();
      await press(page, t("sitting.case.last"));
      await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
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
      if (!javaScriptEnabled) return expect(sitting.activeMs).toBeNull();
      const times = sitting.served.map(({ answer }) => [answer?.firstAnswerMs ?? 0, answer?.activeMs ?? 0]);
      for (const [answered = 0, active = 0] of times) {
        expect(answered).toBeGreaterThan(0);
        expect(active).toBeGreaterThanOrEqual(answered);
      }
      expect(sitting.activeMs).toBe(times.reduce((sum, [, active = 0]) => sum + active, 0));
    });
  });

test("another person’s sitting is not there", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/status of 404/);
  const { sittingId } = await beginAt(await openedStudy());
  await signInAs("participant");
  for (const rest of ["", "/1", "/overview", "/finish", "/instructions"]) {
    const answer = await page.goto(`/sittings/${sittingId}${rest}`);
    expect(answer?.status()).toBe(404);
  }
});
