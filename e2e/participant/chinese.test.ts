import { operator } from "#lib/auth/operator.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { createInvitations } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { names, strayEnglish } from "#e2e/participant/stray-english.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { consentTo, openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

test.use({ locale: "zh-CN" });

thorough(
  "everything a participant meets is Chinese, and has room on a phone",
  async ({ page, signInAs, expectErrors }) => {
    expectErrors(/status of 404/, /status of 403/);
    await page.setViewportSize({ width: 360, height: 740 });
    const { name, linkPath } = await addPerson("participant");
    const known = [...names, name];
    const expectChinese = async (title: string) => {
      await expectHeading(page, title);
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
      expect(await strayEnglish(page, known)).toEqual([]);
      expect(await hasSidewaysScroll(page), title).toBe(false);
    };
    await page.goto("/sign-in?as=participant");
    await expectChinese(zhT("signIn.title"));
    await press(page, zhT("signIn.submit"));
    await expect(page.getByText(zhT("signIn.errors.required")).first()).toBeVisible();
    await expectChinese(zhT("signIn.title"));
    await page.getByLabel(zhT("signIn.code")).fill("no-such-code");
    await page.getByLabel(zhT("signIn.passphrase"), { exact: true }).fill("wrong");
    await press(page, zhT("signIn.submit"));
    await expect(page.getByText(zhT("signIn.errors.mismatchCode"))).toBeVisible();
    await expectChinese(zhT("signIn.title"));
    await page.goto("/enter/no-such-link");
    await expectChinese(zhT("enter.errors.unknown.title"));
    await page.goto("/nowhere");
    await expectChinese(zhT("notFound.title"));

    await page.goto(linkPath);
    await expectChinese(zhT("enter.title", { name }));
    await press(page, zhT("enter.submit", { name }));
    await expectChinese(zhT("participantHome.comeBackTitle"));
    await press(page, zhT("account.firstPassphrase"));
    await expect(page.getByText(zhT("account.passphraseOnce"))).toBeVisible();
    await expectChinese(zhT("participantHome.comeBackTitle"));
    await page.goto("/sittings");
    await expectChinese(zhT("participantHome.title"));

    const { person: researcher } = await signInAs("researcher");
    known.push(researcher.name, researcher.handle);
    await page.goto("/sittings");
    await expectChinese(zhT("forbidden.title"));
  },
);

thorough("so is the way back into a study, and out of it, on a phone", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const study = await openedStudy();
  const made = await createInvitations(operator(), study.id, { count: 1, cohort: null, expiresAt: null });
  const [invitation] = made.ok ? made.value : [];
  if (!invitation) throw new Error("no invitation was made");
  const link = joinPath(invitation.code);
  const { sittingId, viewer } = await consentTo({ link: invitation.code });
  const own = `/sittings/${sittingId}`;
  const known = [...names, "Who is speaking?"];
  const look = async () => {
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
    expect(await strayEnglish(page, known), page.url()).toEqual([]);
    expect(await hasSidewaysScroll(page), page.url()).toBe(false);
  };
  /** The other pages are looked at by axe in e2e/everyone and everyone-flow.test.ts, in Chinese on a phone, too. */
  const lookWithAxe = async () => {
    await look();
    expect(await findViolations(page), page.url()).toEqual([]);
  };
  await page.goto(link);
  await expectHeading(page, zhT("way.welcomeBack.title"));
  await lookWithAxe();
  await press(page, zhT("way.welcomeBack.goOn"));
  await look();
  await press(page, zhT("sitting.own.start"));
  await expectHeading(page, zhT("sitting.case.place", { place: "1", count: "2" }));
  await page.goto(`${own}/instructions`);
  await expectHeading(page, zhT("sitting.instructions.title"));
  await look();
  const passphrase = "amber otter lake stone heron";
  await db.user.update({ where: { id: viewer.userId }, data: { secretHash: await hashSecret(passphrase) } });
  for (const [rest, title] of [
    ["/finish", zhT("sitting.submit.title")],
    ["/withdraw", zhT("way.withdraw.title")],
  ] as const) {
    await page.goto(own + rest);
    await expectHeading(page, title);
    await look();
  }
  await page.getByLabel(zhT("way.withdraw.sure")).check();
  await press(page, zhT("way.withdraw.submit"));
  await expectHeading(page, zhT("sitting.own.withdrawnTitle"));
  await lookWithAxe();
  await page.getByRole("link", { name: zhT("way.toErase") }).click();
  await expect(page.getByLabel(zhT("way.withdraw.sureErase"))).toBeVisible();
  await lookWithAxe();
  await page.getByLabel(zhT("account.proof.label"), { exact: true }).fill(passphrase);
  await page.getByLabel(zhT("way.withdraw.sureErase")).check();
  await press(page, zhT("way.withdraw.eraseSubmit"));
  await expect(page.getByText(zhT("way.erased"))).toBeVisible();
  await look();
  await page.goto("/sittings");
  await expectHeading(page, zhT("participantHome.title"));
  await look();
  const { person: other } = await signInAs("participant");
  known.push(other.name);
  await page.goto(link);
  await expectHeading(page, zhT("join.ended.withdrawn.title"));
  await lookWithAxe();
});
