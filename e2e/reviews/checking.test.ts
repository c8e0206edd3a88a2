import { db } from "#lib/db.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { decideNext } from "#lib/reviews/testing/working.ts";
import {
  choice,
  choose,
  expectAtWork,
  expectItem,
  expectSaved,
  joined,
  openedReview,
} from "#e2e/reviews/opened-review.ts";
import { press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "checked blind, objected to, answered; audited, and changed where it isn't checked",
  async ({ page, newDevice, signInAs, expectErrors }) => {
    // Without scripts Chromium fetches those of a page ahead of need all the same, and then reports that it may not.
    expectErrors(/^failed: \S+\.js csp$/);
    // The first two are checked, the third isn't.
    const bands = [{ from: 0, rateFrom: 0, rateTo: 0 }];
    const review = await openedReview(3, {
      blind: true,
      auditRate: 1,
      coverage: { ...settingsOf("curated-cases").coverage, first: 2, bands },
    });
    const [annotator, reviewer, auditor] = [
      await joined(review, "annotator"),
      await joined(review, "reviewer"),
      await joined(review, "auditor"),
    ];
    const decided = { accepts: false, reason: "wrong_facts", comment: "The quay has no clock." };
    await decideNext(await annotator.part(), decided);
    await decideNext(await annotator.part());
    const queue = `/queue/${review.slug}`;

    await test.step("a reviewer says first what they think, and is then shown the decision", async () => {
      await signInAs(reviewer.person);
      await page.goto(queue);
      await expect(page).toHaveURL(`${queue}/check`);
      await expectAtWork(page, 1);
      await expect(page.getByText(decided.comment)).toBeHidden();
      await page.keyboard.press("a");
      await page.keyboard.press("Enter");
      await expect(page.getByText(decided.comment)).toBeVisible();
      // Left and come back to, it isn't asked again.
      await page.reload();
      await expectAtWork(page, 1);
      await expect(page.getByText(t("queue.shown.ownBlind"))).toBeVisible();
      await page.keyboard.press("r");
      await expect(choice(page, t("queue.form.wrong"))).toBeChecked();
      await page.keyboard.press("2");
      await page.keyboard.press("Enter");
      await expectItem(page, 2);
      await expectSaved(page);
      const check = await db.reviewCheck.findFirstOrThrow({ where: { reviewId: review.id } });
      expect(check).toMatchObject({ isRight: false, errorType: "too_strict", correctedAccepts: true });
    });

    await test.step("an auditor sees all of it", async () => {
      const audit = await newDevice();
      await signInAs(auditor.person, audit.context());
      await audit.goto(`${queue}/audit`);
      await expectAtWork(audit, 1);
      await expect(audit.getByText(t("queue.shown.check"))).toBeVisible();
      await audit.keyboard.press("r");
      await expect(choice(audit, t("queue.form.disagrees"))).toBeChecked();
      await audit.keyboard.press("Enter");
      await expect(audit.getByText(t("queue.nothing.done"))).toBeVisible();
      await expectSaved(audit);
      expect(await db.reviewAudit.findFirst({ where: { reviewId: review.id } })).toMatchObject({
        agrees: false,
      });
    });

    const own = await newDevice({ javaScriptEnabled: false });
    await test.step("without a script an annotator decides, changes, and objects", async () => {
      await signInAs(annotator.person, own.context());
      await own.goto(queue);
      await expectItem(own, 3);
      await choose(own, "Keep this case");
      await press(own, t("queue.form.send.decide"));
      await expect(own.getByText(t("queue.nothing.done"))).toBeVisible();
      await own.goto(`${queue}/mine`);
      await expect(
        own.getByText(t("queue.mine.checked", { reviewed: 1, right: 0, share: "0%" })),
      ).toBeVisible();
      await own.getByRole("link", { name: t("queue.mine.open", { number: 3 }) }).click();
      await choose(own, "Duplicate");
      await press(own, t("queue.mine.save"));
      await expect(own.getByText(t("queue.mine.changed"))).toBeVisible();
      await own.goto(`${queue}/mine/1`);
      await own.getByLabel(t("queue.mine.words")).fill("The clock is in another town.");
      await press(own, t("queue.mine.sendObjection"));
      await expect(own.getByText(t("queue.mine.objected"))).toBeVisible();
      const stored = await db.reviewDecision.findMany({
        where: { reviewId: review.id, item: { number: 3 } },
        orderBy: { revision: "asc" },
      });
      expect(stored.map(({ accepts, reason }) => [accepts, reason])).toEqual([
        [true, null],
        [false, "duplicate"],
      ]);
    });

    await test.step("the reviewer reads the item once more, and takes the check back", async () => {
      await page.goto("/queue");
      await expect(page.getByText(t("queue.waiting.objections", { count: 1 }))).toBeVisible();
      await page.getByRole("link", { name: t("queue.objections") }).click();
      await expect(page.getByText("The clock is in another town.")).toBeVisible();
      await page.getByRole("link", { name: t("queue.disputes.read", { number: 1 }) }).click();
      await expect(page.getByRole("article")).toBeVisible();
      await choose(page, t("queue.disputes.fallsBack"));
      await press(page, t("queue.disputes.send"));
      await expect(page.getByText(t("queue.disputes.sent"))).toBeVisible();
      await own.goto(`${queue}/mine`);
      await expect(own.getByText(t("queue.mine.dispute.withdrawn"))).toBeVisible();
      await expect(
        own.getByText(t("queue.mine.checked", { reviewed: 1, right: 1, share: "100%" })),
      ).toBeVisible();
    });
  },
);
