import type { BrowserContext, Page } from "@playwright/test";
import { verifySecret } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import {
  countSittings,
  expectOneUse,
  inTheMiddle,
  second,
  words,
} from "#e2e/participant/access/on-their-way.ts";
import { heading, expectHeading, press } from "#e2e/support/screens.ts";
import { answer, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** Whatever consent is sent arrives, and its answer doesn't: nothing of it is on the device. */
async function loseConsent(page: Page, context: BrowserContext, studyId: string): Promise<void> {
  await page.route("**/consent", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await context.clearCookies();
    await route.abort();
  });
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("way.unreached"))).toBeVisible();
  expect(await countSittings(studyId)).toBe(1);
  await page.unroute("**/consent");
}

test("consent whose answer is lost on its way stays on the screen, and is sent again; then the next person begins on the shared device", async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/consent /, /net::ERR_FAILED/);
  const { id: studyId, link } = await openedStudy();
  await page.goto(joinPath(link));
  await expect(page.getByRole("link", { name: t("join.toSignIn") })).toBeVisible();
  await page.getByRole("link", { name: t("join.goOn") }).click();
  await expectHeading(page, t("sitting.consent.title"));
  await test.step("one person with the passphrase of the first time", async () => {
    await loseConsent(page, context, studyId);
    const { user } = await db.sitting.findFirstOrThrow({ where: { studyId }, include: { user: true } });
    await press(page, t("sitting.consent.agree"));
    await expectHeading(page, "Who is speaking?");
    await expect(page.locator("[data-alone-on-paper] dd")).toHaveCount(3);
    expect(await verifySecret(user.secretHash, await words(page).innerText())).toBe(true);
    await expectOneUse(studyId);
  });
  await test.step("the next person", async () => {
    await page.goto(`${joinPath(link)}/consent`);
    await expectHeading(page, t("join.returning.title"));
    await press(page, t("way.another.submit"));
    await page.getByRole("link", { name: t("join.goOn"), exact: true }).click();
    await press(page, t("sitting.consent.agree"));
    await expect(page.locator("[data-alone-on-paper]")).toBeVisible();
    expect(await countSittings(studyId)).toBe(2);
  });
});

test("one’s own link leads to the next case; where everything is answered the way leads to the overview, after the end to the thanks", async ({
  page,
}) => {
  const sitter = await inTheMiddle();
  const { code, sittingId } = sitter;
  await page.goto(joinPath(code));
  await press(page, t("way.welcomeBack.goOn"));
  await second(page, sittingId);
  await answer(sitter, 2);
  await page.goto(`/sittings/${sittingId}?back=1`);
  await expectHeading(page, t("sitting.overview.title"));
  await page.goto(`/sittings/${sittingId}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await test.step("the link itself says so, to a stranger no more than that", async () => {
    await page.context().clearCookies();
    await page.goto(joinPath(code));
    await expectHeading(page, t("join.ended.submitted.title"));
    const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    await expect(page.getByText(completionCode ?? "no code")).toHaveCount(0);
  });
  await press(page, t("join.ended.submitted.look"));
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
  await expect(page.getByText(sitter.viewer.handle, { exact: true })).toBeVisible();
  await page.goto(joinPath(code));
  await expectHeading(page, t("join.ended.submitted.title"));
  await page.getByRole("link", { name: t("join.ended.submitted.look") }).click();
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
});
