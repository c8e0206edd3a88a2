import type { BrowserContext, Page } from "@playwright/test";
import { verifySecret } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { countSittings, listUses, words } from "#e2e/participant/access/on-their-way.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** Whatever consent is sent arrives, and its answer doesn't: nothing of it is on the device. */
async function loseConsent(page: Page, context: BrowserContext, studyId: string): Promise<void> {
  await page.route("**/join/*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await context.clearCookies();
    await route.abort();
  });
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("way.unreached"))).toBeVisible();
  expect(await countSittings(studyId)).toBe(1);
  await page.unroute("**/join/*");
}

// The next person on a shared device: coming-back.http.test.ts.
test("consent whose answer is lost on its way stays on the screen, and is sent again: one person with the passphrase of the first time", async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/join\/\S+ /, /net::ERR_FAILED/);
  const { id: studyId, link } = await openedStudy();
  await page.goto(joinPath(link));
  await expect(page.getByRole("link", { name: t("join.toSignIn") })).toBeVisible();
  await loseConsent(page, context, studyId);
  const { user } = await db.sitting.findFirstOrThrow({ where: { studyId }, include: { user: true } });
  await press(page, t("sitting.consent.agree"));
  await expectHeading(page, "Who is speaking?");
  await expect(page.locator("[data-alone-on-paper] dd")).toHaveCount(3);
  expect(await verifySecret(user.secretHash, await words(page).innerText())).toBe(true);
  expect([await countSittings(studyId), await listUses(studyId)]).toEqual([1, [1]]);
});
