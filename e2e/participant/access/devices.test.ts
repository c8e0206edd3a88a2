import { signIn } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "one’s devices are listed and signed out, one or all, which holds at the next step",
  async ({ page, newDevice, signInAs }) => {
    const { person: stranger } = await signInAs("participant");
    await signIn(stranger);
    const { person } = await signInAs("participant");
    const phone = await newDevice();
    await signInAs(person, phone.context());
    await phone.goto("/sittings");

    await test.step("one’s own two, and no stranger’s", async () => {
      await page.goto("/come-back");
      const devices = page.getByRole("region", { name: t("account.devicesTitle") }).getByRole("listitem");
      await expect(devices).toHaveCount(2);
      await expect(devices.filter({ hasText: t("account.thisDevice") })).toHaveCount(1);
      await page.getByRole("button", { name: t("account.signOutDevice") }).click();
      await expect(devices).toHaveCount(1);
    });
    await test.step("the other is out", async () => {
      await phone.reload();
      await expectHeading(phone, t("signIn.title"));
      await expect(phone.getByText(t("signIn.ended"))).toBeVisible();
      await page.reload();
      await expectHeading(page, t("participantHome.comeBackTitle"));
    });
    await test.step("all of them", async () => {
      await signInAs(person, phone.context());
      await phone.goto("/come-back");
      await press(page, t("account.signOutEverywhere"));
      await expect(page.getByText(t("signIn.signedOutEverywhere"))).toBeVisible();
      // The other page is still open: what is pressed there must do nothing, and say so.
      await press(phone, t("account.firstPassphrase"));
      await expect(phone.getByText(t("account.passphraseShown"))).toHaveCount(0);
      await phone.goto("/sittings");
      await expectHeading(phone, t("signIn.title"));
    });
  },
);
