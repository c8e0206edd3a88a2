import { Secret, TOTP } from "otpauth";
import type { Page } from "@playwright/test";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { expectHeading, press, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";

const secret = "seven quiet herons by the lake";
const step = t("secondFactor.step.title");

/** Chromium's own, which answers as if somebody touched it. A passkey belongs to a name: the numbers of this machine are none. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const signOut = (page: Page) =>
  page
    .getByRole("button", { name: t("shell.signOut"), exact: true })
    .first()
    .click();
const showSelf = (userId: string, minutesAgo: number) =>
  db.signIn.updateMany({
    where: { userId },
    data: { provenAt: new Date(Date.now() - minutesAgo * 60_000) },
  });

test("a passkey is added, asked for after the password, opens by itself, and is shown again", async ({
  page,
  context,
  product,
  expectErrors,
}) => {
  // The same product under another name.
  expectErrors(/^stranger: \w+ http:\/\/localhost:/);
  const home = product.url.replace("127.0.0.1", "localhost");
  const person = await addPerson("researcher", { secret });
  const { id, handle } = person;
  await plugIn(page);
  await context.addCookies([{ ...(await signIn(person)).cookie, url: home }]);
  await page.goto(`${home}/account/second-factor`);
  await expectHeading(page, t("secondFactor.title"));
  await page.getByLabel(t("secondFactor.passkeys.name")).fill("Blue key");
  await press(page, t("secondFactor.passkeys.add"));
  await expect(page.getByText(t("secondFactor.recovery.shown"))).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^(\w{4}-){5}\w{4}$/ })).toHaveCount(10);
  await expect(page.getByText("Blue key", { exact: true })).toBeVisible();

  // That nothing else is open in between, the access matrix says of every page.
  await context.clearCookies();
  await page.goto(`${home}/sign-in?next=/account/tokens`);
  await signInWithPassword(page, handle, secret);
  await expectHeading(page, step);
  await press(page, t("secondFactor.step.passkey"));
  await expectHeading(page, t("apiTokens.title"));

  // What was typed before the question is still there after it.
  await showSelf(id, 11);
  await page.getByLabel(t("apiTokens.create.name"), { exact: true }).fill("Notebook");
  await page.getByLabel(t("apiTokens.create.days")).selectOption("30");
  await press(page, t("apiTokens.create.submit"));
  await press(page, t("secondFactor.again.passkey"));
  await expect(page.getByLabel(t("apiTokens.create.label", { name: "Notebook" }))).toBeVisible();
  const made = await db.apiToken.findFirstOrThrow({ where: { userId: id } });
  expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(30 * 86_400_000);

  await signOut(page);
  await expectHeading(page, t("signIn.title"));
  await press(page, t("signIn.passkey.submit"));
  await expectHeading(page, t("studies.title"));
});

thorough("an app is set up by its code, and a recovery code stands in for it", async ({ page, signInAs }) => {
  const { person } = await signInAs(await addPerson("researcher", { secret }));
  await page.goto("/account/second-factor");
  await press(page, t("secondFactor.app.begin"));
  const told = await page.locator("code").textContent();
  const app = new TOTP({ secret: Secret.fromBase32(told ?? "") });
  const code = page.getByLabel(t("secondFactor.app.code"));
  await code.fill("12");
  await press(page, t("secondFactor.app.confirm"));
  await expect(code).toHaveAccessibleDescription(new RegExp(t("secondFactor.errors.wrong_code")));
  await expect(page.locator("code")).toHaveText(told ?? "");
  await code.fill(app.generate());
  await press(page, t("secondFactor.app.confirm"));
  const recovery = page.getByRole("listitem").filter({ hasText: /^(\w{4}-){5}\w{4}$/ });
  await expect(recovery).toHaveCount(10);
  const spare = (await recovery.first().textContent()) ?? "";

  await signOut(page);
  await signInWithPassword(page, person.handle, secret);
  await expectHeading(page, step);
  const field = page.getByLabel(t("secondFactor.step.code"), { exact: true });
  await field.fill("no-code-of-mine");
  await press(page, t("secondFactor.step.submit"));
  await expect(field).toHaveAccessibleDescription(new RegExp(t("secondFactor.errors.wrong_code")));
  await field.fill(spare);
  await press(page, t("secondFactor.step.submit"));
  await expectHeading(page, t("studies.title"));
});

thorough(
  "an admin is asked again before somebody is made an admin, and the choice stays",
  async ({ page, signInAs }) => {
    const { person: admin } = await signInAs(await addPerson("admin", { secret }));
    const other = await addPerson("researcher");
    await page.goto(`/admin/people/${other.id}`);
    await expectHeading(page, other.name);
    await showSelf(admin.id, 11);
    await page.getByLabel(t("people.create.role")).selectOption("admin");
    await press(page, t("people.role.submit"));
    const password = page.getByLabel(t("secondFactor.again.password"), { exact: true });
    await password.fill("not this one");
    await press(page, t("people.role.submit"));
    await expect(page.getByText(t("secondFactor.errors.wrong_proof"))).toBeVisible();
    expect((await db.user.findUniqueOrThrow({ where: { id: other.id } })).role).toBe("researcher");
    await password.fill(secret);
    await press(page, t("people.role.submit"));
    await expect(
      page.getByText(t("people.role.done", { name: other.name, role: "Admin", links: 1, tokens: 0 }), {
        exact: true,
      }),
    ).toBeVisible();
    expect((await db.user.findUniqueOrThrow({ where: { id: other.id } })).role).toBe("admin");
  },
);
