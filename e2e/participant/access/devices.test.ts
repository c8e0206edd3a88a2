import { signIn } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("a device in the list can be signed out, and is out at its next step", async ({
  page,
  newDevice,
  signInAs,
}) => {
  const { person } = await signInAs("participant");
  const phone = await newDevice();
  await signInAs(person, phone.context());
  await phone.goto("/sittings");

  await page.goto("/come-back");
  const devices = page.getByRole("region", { name: t("account.devicesTitle") }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: t("account.thisDevice") })).toHaveCount(1);
  await page.getByRole("button", { name: t("account.signOutDevice") }).click();
  await expect(devices).toHaveCount(1);

  await phone.reload();
  await expectHeading(phone, t("signIn.title"));
  await expect(phone.getByText(t("signIn.ended"))).toBeVisible();
  await page.reload();
  await expectHeading(page, t("participantHome.comeBackTitle"));
});

test("signing out everywhere holds at once on every device", async ({ page, newDevice, signInAs }) => {
  const { person } = await signInAs("participant");
  const phone = await newDevice();
  await signInAs(person, phone.context());
  await phone.goto("/come-back");
  await page.goto("/come-back");
  await press(page, t("account.signOutEverywhere"));
  await expect(page.getByText(t("signIn.signedOutEverywhere"))).toBeVisible();

  // The other page is still open: what is pressed there must do nothing, and say so.
  await press(phone, t("account.firstPassphrase"));
  await expect(phone.getByText(t("account.passphraseShown"))).toHaveCount(0);
  await phone.goto("/sittings");
  await expectHeading(phone, t("signIn.title"));
});

test("a stranger's devices are not in the list", async ({ page, signInAs, newDevice }) => {
  const elsewhere = await newDevice();
  const { person: stranger } = await signInAs("participant", elsewhere.context());
  await signIn(stranger);
  await signInAs("participant");
  await page.goto("/come-back");
  const devices = page.getByRole("region", { name: t("account.devicesTitle") }).getByRole("listitem");
  await expect(devices).toHaveCount(1);
});
