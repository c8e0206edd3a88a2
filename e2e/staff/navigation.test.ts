import { expectHeading, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const pages = ["workbench", "benchmarks", "studies", "people", "record", "account"] as const;
const named = (name: (typeof pages)[number]) => ({ name: t(`navigation.${name}`), exact: true });

test("a researcher finds no way to the admins' pages, and is refused there", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 403/);
  await signInAs("researcher");
  await page.goto("/");
  await expectHeading(page, t("studies.title"));
  const links = page.getByRole("navigation").getByRole("link");
  await expect(links).toHaveText([t("navigation.studies"), t("navigation.account")]);
  for (const address of ["/admin", "/admin/people"]) {
    expect((await page.goto(address))?.status()).toBe(403);
    await expectHeading(page, t("forbidden.title"));
  }
});

test("an admin walks through every page, and always knows which one it is", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/");
  const titles = {
    workbench: "admin.title",
    benchmarks: "benchmarks.title",
    studies: "studies.title",
    people: "people.title",
    record: "record.title",
    account: "account.title",
  } as const;
  for (const name of pages) {
    const link = page.getByRole("navigation").getByRole("link", named(name));
    await link.click();
    await expectHeading(page, t(titles[name]));
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle(/ · Benchside$/);
  }
});

test("on a phone the pages are behind a menu that closes on the way", async ({ newDevice, signInAs }) => {
  const page = await newDevice({ viewport: { width: 360, height: 740 } });
  await signInAs("admin", page.context());
  await page.goto("/admin");
  const link = page.getByRole("navigation").getByRole("link", named("people"));
  await expect(link).toBeHidden();
  await page.getByText(t("shell.menu"), { exact: true }).click();
  await link.click();
  await expectHeading(page, t("people.title"));
  await expect(link).toBeHidden();
});

test("the workbench tells what is there, and begins with benchmarks only where there is nothing", async ({
  page,
  signInAs,
}) => {
  await openedStudy();
  await signInAs("admin");
  await page.goto("/admin");
  await expect(page.getByText(t("admin.emptyTitle"))).toHaveCount(0);
  await page.getByRole("main").getByRole("link", named("studies")).click();
  await expectHeading(page, t("studies.title"));
});

test("signing out leads to the door, and back leads nowhere", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin/people");
  await press(page, t("shell.signOut"));
  await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();
  await page.goto("/admin/people");
  await expectHeading(page, t("signIn.title"));
});
