import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { createInvitations } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

test.use({ locale: "zh-CN" });

/** Words in Latin letters that a reader or a screen reader meets outside of what is marked as English. */
async function strayEnglish(page: Page, known: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.closest("script, style, code, [lang=en]")) continue;
      found.push(walker.currentNode.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      if (element.closest("[lang=en]")) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  const rest = known.reduce((text, word) => text.replaceAll(word, ""), texts.join("\n"));
  return rest.match(/[A-Za-z]{2,}[^\n]*/g) ?? [];
}

// What keeps its name in every language.
const names = ["Benchside", "Firefox", "Chrome", "Linux", "Windows", "amber-otter-lake"];

test("everything a participant meets is Chinese, and has room on a phone", async ({
  page,
  signInAs,
  expectErrors,
}) => {
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
});

test("so is the way into a study, out of it and back, on a phone", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const study = await openedStudy();
  const made = await createInvitations(operator(), study.id, { count: 1, cohort: null, expiresAt: null });
  const [invitation] = made.ok ? made.value : [];
  if (!invitation) throw new Error("no invitation was made");
  const link = joinPath(invitation.code);
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
  await look();
  await page.getByRole("link", { name: zhT("join.goOn"), exact: true }).click();
  await expectHeading(page, zhT("sitting.consent.title"));
  await look();
  await press(page, zhT("sitting.consent.agree"));
  await expect(page.getByText(zhT("sitting.own.codeTitle"))).toBeVisible();
  await look();
  const own = page.url();
  const passphrase = await page.locator("[data-alone-on-paper] dd").nth(1).innerText();
  await page.context().clearCookies({ name: "benchside" });
  await page.goto(link);
  await expectHeading(page, zhT("way.welcomeBack.title"));
  await lookWithAxe();
  await press(page, zhT("way.welcomeBack.goOn"));
  await press(page, zhT("sitting.goOn"));
  await expectHeading(page, zhT("sitting.instructions.title"));
  await look();
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
