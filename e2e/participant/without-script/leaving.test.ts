import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { pauseStudy } from "#lib/studies/state-mutations.ts";
import { handInTwice, stored, withdrawAfterwards } from "#e2e/participant/access/handing-in.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

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
  const missing = page.getByRole("link", { name: t("sitting.overview.item", { place: "2" }) });
  await expect(missing).toHaveAttribute("href", `/sittings/${sittingId}/2`);
  await answer(sitter, 2);
  await page.goto(`/sittings/${sittingId}/overview`);
  await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
  await handInTwice(page, sittingId);
  await withdrawAfterwards(page, sittingId);
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
