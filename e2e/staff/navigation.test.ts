import type { Page } from "@playwright/test";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const titles = {
  workbench: "admin.title",
  benchmarks: "benchmarks.title",
  studies: "studies.title",
  people: "people.title",
  record: "record.title",
  endpoints: "endpoints.title",
  system: "system.title",
  account: "account.title",
} as const;
const pages = Object.keys(titles) as (keyof typeof titles)[];
const named = (name: (typeof pages)[number]) => ({ name: t(`navigation.${name}`), exact: true });
const linkTo = (page: Page, name: (typeof pages)[number]) =>
  page.getByRole("navigation").getByRole("link", named(name));

thorough(
  "an admin walks through every page, on a desk and on a phone, always knows which one it is, and leaves",
  async ({ page, signInAs }) => {
    const study = await openedStudy();
    await signInAs("admin");
    await page.goto("/");
    await test.step("the workbench tells what is open and what was done, and what comes first where it is one’s first study", async () => {
      await expectHeading(page, t("admin.title"));
      const record = page.getByRole("region", { name: t("admin.record.title") });
      await expect(record).toContainText(study.title);
      const open = page.getByRole("region", { name: t("admin.open.title") });
      await open.getByRole("link", { name: study.title }).click();
      await expectHeading(page, study.title);
    });
    for (const name of pages) {
      await linkTo(page, name).click();
      await expectHeading(page, t(titles[name]));
      await expect(linkTo(page, name)).toHaveAttribute("aria-current", "page");
      await expect(page).toHaveTitle(/ · Benchside$/);
    }
    await test.step("the system page says of each part whether it is well", async () => {
      await linkTo(page, "system").click();
      await expectHeading(page, t("system.title"));
      const area = (name: "processes" | "database" | "backup") =>
        page.getByRole("region", { name: t(`system.areas.${name}`), exact: true });
      await expect(
        area("processes")
          .getByRole("row")
          .filter({ hasText: t("system.processes.kinds.web") }),
      ).not.toHaveCount(0);
      await expect(area("database")).toContainText("synchronous_commit");
      await expect(area("backup")).toContainText(t("system.why.no_backup"));
    });
    await test.step("on a phone the pages are behind a menu that closes on the way", async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(linkTo(page, "people")).toBeHidden();
      await page.getByText(t("shell.menu"), { exact: true }).click();
      await linkTo(page, "people").click();
      await expectHeading(page, t("people.title"));
      await expect(linkTo(page, "people")).toBeHidden();
      await page.setViewportSize({ width: 1280, height: 800 });
    });
    await test.step("signing out leads to the door, and back leads nowhere", async () => {
      await press(page, t("shell.signOut"));
      await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();
      await page.goto("/admin/people");
      await expectHeading(page, t("signIn.title"));
    });
  },
);
