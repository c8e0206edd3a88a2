import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading, press, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import type { Page } from "@playwright/test";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { renewLink } from "#lib/users/mutations.ts";

const good = "seven quiet herons by the lake";

async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel(t("password.new"), { exact: true }).fill(password);
  await page.getByLabel(t("password.repeat"), { exact: true }).fill(repeated);
}

test("from the link over the first password to the workbench, and back with name and password", async ({
  page,
  newDevice,
}) => {
  const { name, handle, linkPath } = await addPerson("admin");
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("setPassword.title"));
  await choose(page, good);
  await press(page, t("setPassword.submit"));
  await expectHeading(page, t("admin.title"));

  const other = await newDevice();
  await other.goto("/sign-in");
  await signInWithPassword(other, handle, good);
  await expectHeading(other, t("admin.title"));
});

test("the first password can wait", async ({ page }) => {
  const { name, linkPath } = await addPerson("researcher");
  await enterBy(page, linkPath, name);
  await page.getByRole("link", { name: t("setPassword.later") }).click();
  await expectHeading(page, t("studies.title"));
});

test("a password that is too weak is refused with the reason, and nothing is saved", async ({
  page,
  signInAs,
}) => {
  const { person } = await signInAs("researcher");
  await page.goto("/account/password");
  for (const [password, reason] of [
    ["too short", "too_short"],
    ["password1234", "too_common"],
    [`${person.name}1`, "same_as_name"],
  ] as const) {
    await choose(page, password);
    await press(page, t("setPassword.submit"));
    await expect(page.getByText(t(`password.errors.${reason}`))).toBeVisible();
  }
  await choose(page, good, `${good}s`);
  await press(page, t("setPassword.submit"));
  await expect(page.getByText(t("password.errors.mismatch"))).toBeVisible();
  await page.reload();
  await expectHeading(page, t("setPassword.title"));
});

test("a change needs the current password, and ends the other devices' sign-ins", async ({
  page,
  newDevice,
}) => {
  const { handle } = await addPerson("researcher", { secret: good });
  const other = await newDevice();
  for (const one of [page, other]) {
    await one.goto("/sign-in?next=/account");
    await signInWithPassword(one, handle, good);
    await expectHeading(one, t("account.title"));
  }
  const next = "nine loud geese over the hill";
  await page.getByLabel(t("password.current")).fill("not the current one");
  await choose(page, next);
  await press(page, t("password.submit"));
  await expect(page.getByText(t("password.errors.wrong_current"))).toBeVisible();

  await page.getByLabel(t("password.current")).fill(good);
  await choose(page, next);
  await press(page, t("password.submit"));
  await expect(page.getByText(t("password.saved"))).toBeVisible();
  await other.reload();
  await expectHeading(other, t("signIn.title"));
  await signInWithPassword(other, handle, next);
  await expectHeading(other, t("account.title"));
});

test("a forgotten password: whoever came in by a new link may set one without the old", async ({ page }) => {
  const { id, name } = await addPerson("researcher", { secret: "a password that was forgotten" });
  const link = await renewLink(operator(), id);
  if (!link.ok) throw new Error(link.error);
  await enterBy(page, link.value, name);
  await expectHeading(page, t("studies.title"));
  await page.goto("/account");
  await expect(page.getByLabel(t("password.current"))).toHaveCount(0);
  await choose(page, good);
  await press(page, t("password.submit"));
  await expect(page.getByText(t("password.saved"))).toBeVisible();
});
