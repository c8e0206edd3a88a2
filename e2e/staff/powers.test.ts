import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { addPerson, type Person } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const pageOf = (person: Person) => `/admin/people/${person.id}`;

async function changeRole(page: Page, role: string): Promise<void> {
  await page.getByLabel(t("people.create.role"), { exact: true }).selectOption(role);
  await press(page, t("people.role.submit"));
}

async function deactivate(page: Page, { name, handle }: Person): Promise<void> {
  await press(page, t("people.deactivate.open"));
  await page.getByLabel(t("people.deactivate.typeName", { handle })).fill(handle);
  await press(page, t("people.deactivate.submit", { name }));
}

test("a change of role works from the person's next click", async ({ page, signInAs, newDevice }) => {
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("admin", other.context());
  await other.goto("/admin");
  await page.goto(pageOf(person));
  await changeRole(page, "researcher");
  const role = t("shell.roles.researcher");
  await expect(
    page.getByText(t("people.role.done", { name: person.name, role, tokens: 0 })).first(),
  ).toBeVisible();

  await other
    .getByRole("navigation")
    .getByRole("link", { name: t("navigation.people"), exact: true })
    .click();
  await expectHeading(other, t("forbidden.title"));
});

test("an action of a page that was left open obeys the new role", async ({ page, signInAs, newDevice }) => {
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("admin", other.context());
  const target = await addPerson("participant");
  await other.goto(pageOf(target));
  await page.goto(pageOf(person));
  await changeRole(page, "researcher");
  const role = t("shell.roles.researcher");
  await expect(
    page.getByText(t("people.role.done", { name: person.name, role, tokens: 0 })).first(),
  ).toBeVisible();
  await press(other, t("people.signOut.submit", { name: target.name }));
  await expect(other.getByText(t("people.errors.not_allowed"))).toBeVisible();
});

test("deactivating asks for the sign-in name, and puts the person out at the next click", async ({
  page,
  signInAs,
  newDevice,
}) => {
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("researcher", other.context());
  await other.goto("/studies");
  await page.goto(pageOf(person));

  await press(page, t("people.deactivate.open"));
  const confirm = page.getByRole("button", { name: t("people.deactivate.submit", { name: person.name }) });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(t("people.deactivate.typeName", { handle: person.handle })).fill("somebody else");
  await expect(confirm).toBeDisabled();
  await press(page, t("shell.cancel"));
  await deactivate(page, person);
  await expect(page.getByText(t("people.deactivate.done", { name: person.name })).first()).toBeVisible();

  await other
    .getByRole("navigation")
    .getByRole("link", { name: t("navigation.account"), exact: true })
    .click();
  await expectHeading(other, t("signIn.title"));
  await other.goto(person.linkPath);
  await expectHeading(other, t("enter.errors.unknown.title"));
});

test("who was deactivated can be let back in, and needs a new link", async ({
  page,
  signInAs,
  newDevice,
}) => {
  await signInAs("admin");
  const person = await addPerson("researcher");
  await page.goto(pageOf(person));
  await deactivate(page, person);
  await press(page, t("people.activate.open"));
  await expect(page.getByText(t("people.activate.done", { name: person.name })).first()).toBeVisible();
  const other = await newDevice();
  await other.goto(person.linkPath);
  await expectHeading(other, t("enter.errors.revoked.title"));
  await expect(page.getByRole("button", { name: t("people.link.submit") })).toBeVisible();
});

test("signing a person out ends all their sign-ins", async ({ page, signInAs, newDevice }) => {
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("participant", other.context());
  await page.goto(pageOf(person));
  await press(page, t("people.signOut.submit", { name: person.name }));
  await expect(
    page.getByText(t("people.signOut.done", { name: person.name, tokens: 0 })).first(),
  ).toBeVisible();
  await other.goto("/sittings");
  await expectHeading(other, t("signIn.title"));
});

test("the last admin can't go and can't be demoted; with a second one they can", async ({
  page,
  signInAs,
}) => {
  const { person } = await signInAs("admin");
  await db.user.updateMany({
    where: { role: "admin", id: { not: person.id } },
    data: { deactivatedAt: new Date() },
  });
  await page.goto(pageOf(person));
  await changeRole(page, "researcher");
  await expect(page.getByText(t("people.errors.last_admin"))).toBeVisible();
  await page.reload();
  await deactivate(page, person);
  await expect(page.getByText(t("people.errors.last_admin"))).toBeVisible();

  await addPerson("admin");
  await page.goto(pageOf(person));
  await deactivate(page, person);
  await expectHeading(page, t("signIn.title"));
});

test("two admins who add and change at once don't hinder each other", async ({
  page,
  signInAs,
  newDevice,
}) => {
  await signInAs("admin");
  const other = await newDevice();
  await signInAs("admin", other.context());
  const person = await addPerson("researcher");
  for (const one of [page, other]) await one.goto(pageOf(person));
  await Promise.all([
    changeRole(page, "admin"),
    press(other, t("people.signOut.submit", { name: person.name })),
  ]);
  await expect(
    other.getByText(t("people.signOut.done", { name: person.name, tokens: 0 })).first(),
  ).toBeVisible();
  await expect
    .poll(() => db.user.findUnique({ where: { id: person.id }, select: { role: true } }))
    .toEqual({ role: "admin" });
});
