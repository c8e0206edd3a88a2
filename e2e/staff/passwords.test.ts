import type { Page } from "@playwright/test";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";
import { enterBy, expectHeading, press, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { renewLink } from "#lib/users/mutations.ts";

const good = "seven quiet herons by the lake";

async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel(t("password.new"), { exact: true }).fill(password);
  await page.getByLabel(t("password.repeat"), { exact: true }).fill(repeated);
}

/** As on another device: nothing is known of the one who was here. */
async function comeBack(page: Page, { handle }: Person, password: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in?next=/account");
  await signInWithPassword(page, handle, password);
  await expectHeading(page, t("account.title"));
}

async function expectWeakRefused(page: Page, name: string): Promise<void> {
  for (const [password, reason] of [
    ["too short", "too_short"],
    ["password1234", "too_common"],
    [`${name}1`, "same_as_name"],
  ] as const) {
    await choose(page, password);
    await press(page, t("setPassword.submit"));
    await expect(page.getByText(t(`password.errors.${reason}`))).toBeVisible();
  }
  await choose(page, good, `${good}s`);
  await press(page, t("setPassword.submit"));
  await expect(page.getByText(t("password.errors.mismatch"))).toBeVisible();
}

thorough(
  "from the link over the first password, which can wait and mustn't be weak, to the workbench; back with name and password",
  async ({ page }) => {
    const person = await addPerson("admin");
    await enterBy(page, person.linkPath, person.name);
    await expectHeading(page, t("setPassword.title"));
    await test.step("it can wait", async () => {
      await page.getByRole("link", { name: t("setPassword.later") }).click();
      await expectHeading(page, t("admin.title"));
      await page.goBack();
      await expectHeading(page, t("setPassword.title"));
    });
    await test.step("a weak one is refused with the reason, and nothing is saved", async () => {
      await expectWeakRefused(page, person.name);
      const { secretHash } = await db.user.findUniqueOrThrow({ where: { id: person.id } });
      expect(secretHash).toBeNull();
    });
    await choose(page, good);
    await press(page, t("setPassword.submit"));
    await expectHeading(page, t("admin.title"));
    await comeBack(page, person, good);
  },
);

thorough(
  "a change needs the current password, unless whoever came in by a new link forgot it, and ends the other devices' sign-ins",
  async ({ page, product }) => {
    const person = await addPerson("researcher", { secret: "a password that was forgotten" });
    const link = await renewLink(operator(), person.id);
    if (!link.ok) throw new Error(link.error);
    await test.step("a forgotten one isn't asked for", async () => {
      await enterBy(page, link.value, person.name);
      await expectHeading(page, t("studies.title"));
      await page.goto("/account");
      await expect(page.getByLabel(t("password.current"))).toHaveCount(0);
      await choose(page, good);
      await press(page, t("password.submit"));
      await expect(page.getByText(t("password.saved"))).toBeVisible();
    });

    const { cookie } = await signIn(person);
    await comeBack(page, person, good);
    const next = "nine loud geese over the hill";
    await page.getByLabel(t("password.current")).fill("not the current one");
    await choose(page, next);
    await press(page, t("password.submit"));
    await expect(page.getByText(t("password.errors.wrong_current"))).toBeVisible();
    const onOther = () => ask(`${product.url}/account`, { cookie: `${cookie.name}=${cookie.value}` });
    expect((await onOther()).status).toBe(200);

    await page.getByLabel(t("password.current")).fill(good);
    await choose(page, next);
    await press(page, t("password.submit"));
    await expect(page.getByText(t("password.saved"))).toBeVisible();
    const { status, headers } = await onOther();
    expect([status, headers.location]).toEqual([307, "/sign-in?next=%2Faccount"]);
    await comeBack(page, person, next);
  },
);
