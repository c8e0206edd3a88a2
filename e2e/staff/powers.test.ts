import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { ask, type Answer } from "#e2e/support/ask.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
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

const follow = (page: Page, name: "people" | "account") =>
  page
    .getByRole("navigation", { name: t("shell.mainNavigation") })
    .getByRole("link", { name: t(`navigation.${name}`), exact: true })
    .click();

/** Both have that person's page open. */
async function changeAtOnce(page: Page, other: Page, person: Person): Promise<void> {
  const signIns = [await signIn(person), await signIn(person, "Safari, iOS")];
  for (const one of [page, other]) await one.goto(pageOf(person));
  const signOut = t("people.signOut.submit", { name: person.name });
  await Promise.all([changeRole(page, "admin"), press(other, signOut)]);
  const signedOut = t("people.signOut.done", { name: person.name, tokens: 0 });
  await expect(other.getByText(signedOut).first()).toBeVisible();
  await expect
    .poll(() => db.user.findUnique({ where: { id: person.id }, select: { role: true } }))
    .toEqual({ role: "admin" });
  for (const { cookie } of signIns) {
    const { origin } = new URL(page.url());
    const { status, headers } = await ask(`${origin}/account`, { cookie: `${cookie.name}=${cookie.value}` });
    expect([status, headers.location]).toEqual([307, "/sign-in?next=%2Faccount"]);
  }
}

async function deactivateWithCare(page: Page, person: Person): Promise<void> {
  await press(page, t("people.deactivate.open"));
  const confirm = page.getByRole("button", { name: t("people.deactivate.submit", { name: person.name }) });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(t("people.deactivate.typeName", { handle: person.handle })).fill("somebody else");
  await expect(confirm).toBeDisabled();
  await press(page, t("shell.cancel"));
  await deactivate(page, person);
  await expect(page.getByText(t("people.deactivate.done", { name: person.name })).first()).toBeVisible();
}

const shows = ({ text }: Answer, heading: string) => text.includes(`${heading}</h1>`);

test("what an admin does to somebody works from that person's next click, also on what was left open", async ({
  page,
  signInAs,
  newDevice,
}) => {
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("admin", other.context());
  const third = await addPerson("researcher");
  await other.goto(pageOf(third));
  await page.goto(pageOf(person));
  await changeRole(page, "researcher");
  const role = t("shell.roles.researcher");
  const changed = t("people.role.done", { name: person.name, role, links: 0, tokens: 0 });
  await expect(page.getByText(changed).first()).toBeVisible();
  await test.step("an action of a page that was left open obeys the new role", async () => {
    await press(other, t("people.signOut.submit", { name: third.name }));
    await expect(other.getByText(t("people.errors.not_allowed"))).toBeVisible();
  });
  await test.step("the next page does, too", async () => {
    await follow(other, "people");
    await expectHeading(other, t("forbidden.title"));
  });

  await test.step("deactivating asks for the sign-in name", () => deactivateWithCare(page, person));
  const { origin } = new URL(page.url());
  await test.step("who was deactivated is out at the next click, and their link is unknown", async () => {
    await follow(other, "account");
    await expectHeading(other, t("signIn.title"));
    expect(shows(await ask(origin + person.linkPath), t("enter.errors.unknown.title"))).toBe(true);
  });
  await test.step("let back in, they need a new link", async () => {
    await press(page, t("people.activate.open"));
    await expect(page.getByText(t("people.activate.done", { name: person.name })).first()).toBeVisible();
    expect(shows(await ask(origin + person.linkPath), t("enter.errors.revoked.title"))).toBe(true);
    await expect(page.getByRole("button", { name: t("people.link.submit") })).toBeVisible();
  });
});

thorough(
  "the last admin can't go and can't be demoted; with a second one they can",
  async ({ page, signInAs }) => {
    const { person } = await signInAs("admin");
    await db.user.updateMany({
      where: { role: "admin", id: { not: person.id } },
      data: { deactivatedAt: new Date() },
    });
    await page.goto(pageOf(person));
    await changeRole(page, "researcher");
    await expect(page.getByText(t("people.errors.last_admin"))).toBeVisible();
    await deactivate(page, person);
    await expect(page.getByRole("dialog").getByText(t("people.errors.last_admin"))).toBeVisible();

    await addPerson("admin");
    await press(page, t("people.deactivate.submit", { name: person.name }));
    await expectHeading(page, t("signIn.title"));
  },
);

thorough(
  "two admins change a person and sign them out at once: neither hinders the other",
  async ({ page, signInAs, newDevice }) => {
    await signInAs("admin");
    const other = await newDevice();
    await signInAs("admin", other.context());
    await changeAtOnce(page, other, await addPerson("researcher"));
  },
);
