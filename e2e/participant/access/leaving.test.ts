import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { pauseStudy } from "#lib/studies/state-mutations.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const stored = (sittingId: string) => db.answer.count({ where: { sittingId } });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ expectErrors }) => {
      if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    });

    test("one withdraws by oneself in the middle, and has everything erased later", async ({
      page,
      signInAs,
    }) => {
      const sitter = await beginAt(await openedStudy());
      const { sittingId } = sitter;
      await answer(sitter, 1);
      await signInAs(personOf(sitter));
      await page.goto(`/sittings/${sittingId}`);
      await page.getByRole("link", { name: t("way.toWithdraw") }).click();
      await expectHeading(page, t("way.withdraw.title"));
      await press(page, t("way.withdraw.submit"));
      await expect(page.getByText(t("way.withdraw.notSure"))).toBeVisible();
      expect((await db.sitting.findUniqueOrThrow({ where: { id: sittingId } })).state).toBe("started");
      await page.getByLabel(t("way.withdraw.sure")).check();
      await press(page, t("way.withdraw.submit"));
      await expectHeading(page, t("sitting.own.withdrawnTitle"));
      expect(await stored(sittingId)).toBe(1);
      // A case of it is no more to be seen.
      await page.goto(`/sittings/${sittingId}/1`);
      await expectHeading(page, t("sitting.own.withdrawnTitle"));

      await page.getByRole("link", { name: t("way.toErase") }).click();
      await page.getByLabel(t("way.withdraw.sureErase")).check();
      await press(page, t("way.withdraw.eraseSubmit"));
      await expect(page.getByText(t("way.erased"))).toBeVisible();
      expect(await stored(sittingId)).toBe(0);
      await page.goto(`/sittings/${sittingId}/withdraw`);
      await expectHeading(page, t("sitting.own.withdrawnTitle"));
    });

    test("what is missing is named before one can finish, and handing in twice is once", async ({
      page,
      signInAs,
    }) => {
      const sitter = await beginAt(await openedStudy());
      const { sittingId } = sitter;
      await answer(sitter, 1);
      await signInAs(personOf(sitter));
      await page.goto(`/sittings/${sittingId}/finish`);
      await expect(page.getByText(t("way.finish.missingOne"))).toBeVisible();
      await expect(page.getByRole("button", { name: t("sitting.submit.confirm") })).toHaveCount(0);
      await expect(
        page.getByRole("link", { name: t("sitting.overview.item", { place: "2" }) }),
      ).toHaveAttribute("href", `/sittings/${sittingId}/2`);
      await answer(sitter, 2);
      await page.goto(`/sittings/${sittingId}/overview`);
      await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
      await page.getByRole("button", { name: t("sitting.submit.confirm") }).dblclick();
      await expectHeading(page, t("sitting.debrief.title"));
      const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
      await expect(page.getByText(completionCode ?? "no code", { exact: true })).toBeVisible();

      // There is no way back into the cases.
      await page.goBack();
      await expectHeading(page, t("sitting.debrief.title"));
      await page.goto(`/sittings/${sittingId}/finish`);
      await expectHeading(page, t("sitting.debrief.title"));
      await page.getByRole("link", { name: t("sitting.debrief.toWithdraw") }).click();
      await page.getByLabel(t("way.withdraw.erase")).check();
      await page.getByLabel(t("way.withdraw.sure")).check();
      await press(page, t("way.withdraw.submit"));
      await expect(page.getByText(t("way.erased"))).toBeVisible();
      expect(await stored(sittingId)).toBe(0);
    });
  });

test("after the time is over one hands in what there is", async ({ page, signInAs }) => {
  const sitter = await beginAt(await openedStudy({ questions: { timeLimitMinutes: 5 } }));
  await answer(sitter, 1);
  const startedAt = new Date(Date.now() - 8 * 60_000);
  await db.sitting.update({ where: { id: sitter.sittingId }, data: { startedAt } });
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}?back=1`);
  await expect(page.getByText(t("way.finish.over"))).toBeVisible();
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
});

test("who has agreed and not begun is told that the study is paused, or full, before pressing anything", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy({ assignment: { design: "blocks", people: 2, ratersPerCase: 2 } });
  const sitter = await consentTo(study);
  await signInAs(personOf(sitter));
  await beginAt(study);
  await beginAt(study);
  await page.goto(`/sittings/${sitter.sittingId}`);
  await expect(page.getByText(t("way.full"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("sitting.goOn") })).toHaveCount(0);
  await pauseStudy(operator(), study.slug);
  await page.goto(`/sittings/${sitter.sittingId}`);
  await expect(page.getByText(t("way.paused"))).toBeVisible();
});

test("answers that are not stored yet are waited for", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/^failed: \S+\/answers /, /net::ERR_FAILED/);
  const sitter = await beginAt(await openedStudy());
  await answer(sitter, 1);
  await answer(sitter, 2);
  await signInAs(personOf(sitter));
  await page.route("**/answers", (route) => route.abort());
  await page.goto(`/sittings/${sitter.sittingId}/2`);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .nth(1)
    .click();
  await expect(page.locator("[data-sending=waiting]")).toBeVisible();
  await page.goto(`/sittings/${sitter.sittingId}/finish`);
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  const confirm = page.getByRole("button", { name: t("sitting.submit.confirm"), exact: true });
  await confirm.click();
  await expect(confirm).toBeVisible();
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  expect((await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } })).state).toBe("started");
  await page.unroute("**/answers");
  await confirm.click();
  await expectHeading(page, t("sitting.debrief.title"));
  const { served } = await db.sitting.findUniqueOrThrow({
    where: { id: sitter.sittingId },
    include: { served: { where: { position: 2 }, include: { answer: true } } },
  });
  expect(served[0]?.answer?.decision).toBe(String(served[0]?.optionOrder[1]));
});
