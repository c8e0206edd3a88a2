import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { pauseStudy } from "#lib/studies/state-mutations.ts";
import { expectMenu } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const stored = (sittingId: string) => db.answer.count({ where: { sittingId } });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
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
});

/** By a double click; there is no way back into the cases. */
async function handInTwice(page: Page, sittingId: string): Promise<void> {
  await page.getByRole("button", { name: t("sitting.submit.confirm"), exact: true }).dblclick();
  await expectHeading(page, t("sitting.debrief.title"));
  const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  await expect(page.getByText(completionCode ?? "no code", { exact: true })).toBeVisible();
  await page.goBack();
  await expectHeading(page, t("sitting.debrief.title"));
  await page.goto(`/sittings/${sittingId}/finish`);
  await expectHeading(page, t("sitting.debrief.title"));
}

async function withdrawAfterwards(page: Page, sittingId: string): Promise<void> {
  await page.getByRole("link", { name: t("sitting.debrief.toWithdraw") }).click();
  await expectHeading(page, t("way.withdraw.title"));
  await expectMenu(page);
  await press(page, t("way.withdraw.submit"));
  await expect(page.getByText(t("way.withdraw.notSure"))).toBeVisible();
  expect(await stored(sittingId)).toBe(2);
  await page.getByLabel(t("way.withdraw.erase")).check();
  await page.getByLabel(t("way.withdraw.sure")).check();
  await press(page, t("way.withdraw.submit"));
  await expect(page.getByText(t("way.erased"))).toBeVisible();
  expect(await stored(sittingId)).toBe(0);
}

test("answers that are not stored yet are waited for; then one hands in, and withdraws all of it", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/answers /, /net::ERR_FAILED/);
  const sitter = await beginAt(await openedStudy());
  const { sittingId } = sitter;
  await answer(sitter, 1);
  await answer(sitter, 2);
  await signInAs(personOf(sitter));
  await page.route("**/answers", (route) => route.abort());
  await page.goto(`/sittings/${sittingId}/2`);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .nth(1)
    .click();
  await expect(page.locator("[data-sending=waiting]")).toBeVisible();
  await page.goto(`/sittings/${sittingId}/finish`);
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  const confirm = page.getByRole("button", { name: t("sitting.submit.confirm"), exact: true });
  await confirm.click();
  await expect(confirm).toBeVisible();
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  expect((await db.sitting.findUniqueOrThrow({ where: { id: sittingId } })).state).toBe("started");
  await page.unroute("**/answers");
  await handInTwice(page, sittingId);
  const { served } = await db.sitting.findUniqueOrThrow({
    where: { id: sittingId },
    include: { served: { where: { position: 2 }, include: { answer: true } } },
  });
  expect(served[0]?.answer?.decision).toBe(String(served[0]?.optionOrder[1]));
  await withdrawAfterwards(page, sittingId);
});
