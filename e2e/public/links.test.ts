import { db } from "#lib/db.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("looking at a link doesn't burn it; the click does, once", async ({ page, newDevice, product }) => {
  const { name, linkPath } = await addPerson("participant");
  for (const method of ["GET", "HEAD", "GET"]) {
    expect((await ask(product.url + linkPath, { method })).status).toBe(200);
  }
  await page.goto(linkPath);
  await expectHeading(page, t("enter.title", { name }));
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("participantHome.comeBackTitle"));

  const second = await newDevice();
  await second.goto(linkPath);
  await expectHeading(second, t("enter.errors.used.title"));
  await expect(second.getByText(t("enter.errors.used.body"))).toBeVisible();
  await second.getByRole("link", { name: t("enter.toSignIn") }).click();
  await expectHeading(second, t("signIn.title"));
});

test("of two open pages of one link the first click wins, and the second is told", async ({
  page,
  newDevice,
}) => {
  const { name, linkPath } = await addPerson("researcher");
  const second = await newDevice();
  await page.goto(linkPath);
  await second.goto(linkPath);
  const submit = t("enter.submit", { name });
  await page.getByRole("button", { name: submit }).click();
  await expectHeading(page, t("setPassword.title"));
  await second.getByRole("button", { name: submit }).click();
  await expect(second.getByRole("alert").filter({ hasText: t("enter.errors.used.body") })).toBeVisible();
});

const past = new Date(Date.now() - 1000);
for (const [problem, change] of [
  ["expired", { createdAt: new Date(0), expiresAt: past }],
  ["revoked", { revokedAt: past }],
  ["used", { usedAt: past }],
] as const) {
  test(`a link that is ${problem} says so and what to do`, async ({ page }) => {
    const { id, linkPath } = await addPerson("researcher");
    await db.signInLink.updateMany({ where: { userId: id }, data: change });
    await page.goto(linkPath);
    await expectHeading(page, t(`enter.errors.${problem}.title`));
    await expect(page.getByText(t(`enter.errors.${problem}.body`))).toBeVisible();
    await expect(page.getByRole("link", { name: t("enter.toSignIn") })).toBeVisible();
  });
}

test("an unknown link and a deactivated person's link read the same", async ({ page }) => {
  const { id, name, linkPath } = await addPerson("researcher");
  await db.user.update({ where: { id }, data: { deactivatedAt: past } });
  for (const link of [linkPath, "/enter/there-is-no-such-link"]) {
    await page.goto(link);
    await expectHeading(page, t("enter.errors.unknown.title"));
    await expect(page.getByText(name)).toHaveCount(0);
  }
});

test("who is signed in as somebody else is told before the click", async ({ page, signInAs }) => {
  const { person: before } = await signInAs("researcher");
  const { name, linkPath } = await addPerson("participant");
  await page.goto(linkPath);
  await expect(page.getByText(t("enter.alreadyOther", { other: before.name }))).toBeVisible();
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("participantHome.comeBackTitle"));
  await page.goto("/sittings");
  await expect(page.getByText(t("participantHome.welcome", { name }))).toBeVisible();
});

test("a used link leads whoever is signed in on to their page", async ({ page, signInAs }) => {
  const { person } = await signInAs("participant");
  await db.signInLink.updateMany({ where: { userId: person.id }, data: { usedAt: past } });
  await page.goto(person.linkPath);
  await page.getByRole("link", { name: t("enter.toHome") }).click();
  await expectHeading(page, t("participantHome.title"));
});
