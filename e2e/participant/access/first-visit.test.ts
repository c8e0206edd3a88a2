import { addPerson } from "#e2e/support/people.ts";
import {
  enterBy,
  expectHeading,
  hasSidewaysScroll,
  press,
  signInWithPassphrase,
} from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("from the link to the passphrase, out, and back in on another device", async ({ page, newDevice }) => {
  const { name, handle, linkPath } = await addPerson("participant");
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("participantHome.comeBackTitle"));
  await expect(page.getByText(handle, { exact: true })).toBeVisible();

  await press(page, t("account.firstPassphrase"));
  const shown = page.locator("[data-alone-on-paper] dd").nth(1);
  await expect(shown).toHaveText(/^[a-z]+( [a-z]+){4}$/);
  const passphrase = (await shown.textContent()) ?? "";
  await expect(page.getByText(t("account.passphraseOnce"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(passphrase)).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("account.newPassphrase") })).toBeVisible();

  await page.getByRole("link", { name: t("account.toReadingRoom") }).click();
  await expectHeading(page, t("participantHome.title"));
  await expect(page.getByText(t("participantHome.emptyTitle"))).toBeVisible();
  await page.getByRole("link", { name: t("participantHome.account") }).click();
  await press(page, t("account.signOut"));
  await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();

  const other = await newDevice();
  await other.goto("/sign-in?as=participant");
  await signInWithPassphrase(other, handle, passphrase);
  await expectHeading(other, t("participantHome.title"));
  await expect(other.getByText(t("participantHome.welcome", { name }))).toBeVisible();
});

test("a new passphrase takes the old one to make, and ends it", async ({ page, signInAs, newDevice }) => {
  const old = "amber otter lake stone heron";
  const { person } = await signInAs(await addPerson("participant", { secret: old }));
  await page.goto("/come-back");
  for (const [typed, said] of [
    ["otter otter lake stone heron", t("account.proof.wrong")],
    [old, t("account.passphraseShown")],
  ] as const) {
    await page.getByLabel(t("account.proof.label"), { exact: true }).fill(typed);
    await press(page, t("account.newPassphrase"));
    await expect(page.getByText(said)).toBeVisible();
  }
  const other = await newDevice();
  await other.goto("/sign-in?as=participant");
  await signInWithPassphrase(other, person.handle, old);
  await expect(other.getByText(t("signIn.errors.mismatchCode"))).toBeVisible();
});

for (const language of ["en", "zh-CN"]) {
  test(`nothing scrolls sideways on a phone of 360 pixels, in ${language}`, async ({
    newDevice,
    signInAs,
  }) => {
    const page = await newDevice({ viewport: { width: 360, height: 740 }, locale: language, hasTouch: true });
    const { person } = await signInAs("participant", page.context());
    for (const address of ["/sign-in?as=participant", person.linkPath, "/sittings", "/come-back"]) {
      await page.goto(address);
      expect(await hasSidewaysScroll(page), address).toBe(false);
    }
    await page.getByRole("button", { name: /passphrase|口令/ }).click();
    await expect(page.locator("[data-alone-on-paper]")).toBeVisible();
    expect(await hasSidewaysScroll(page)).toBe(false);
  });
}
