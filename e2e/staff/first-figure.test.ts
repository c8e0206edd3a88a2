import type { Locator, Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { resultsPath } from "#lib/paths.ts";
import { choose, expect, newName, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { casesCsv, fileOf, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { sitThrough } from "#e2e/support/answered-study.ts";
import { t } from "#e2e/support/words.ts";

const most = { clicks: 30, screens: 15 };

/** What a newcomer does: each press of a control and each field is a click, each new address a screen. */
function countSteps(page: Page) {
  const screens = [new URL(page.url()).pathname];
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== screens.at(-1)) screens.push(pathname);
  });
  const clicks: string[] = [];
  const press = async (name: string) => {
    clicks.push(name);
    const [link, button, item] = (["link", "button", "menuitem"] as const).map((role) =>
      page.getByRole(role, { name, exact: true }).filter({ visible: true }),
    ) as [Locator, Locator, Locator];
    await link.or(button).or(item).first().click();
  };
  const fill = async (label: string, words: string) => {
    clicks.push(`${label}: ${words}`);
    await page.getByLabel(label, { exact: true }).filter({ visible: true }).fill(words);
  };
  const bring = async (...files: Parameters<typeof fileOf>[]) => {
    clicks.push(t("imports.drop.choose"));
    await choose(page, ...files.map(([name, content]) => fileOf(name, content)));
    await press(t("imports.form.check", { count: files.length }));
    await press(t("imports.actions.store"));
    await expect(page.getByText(t("imports.report.stored.body", { problems: 0 }))).toBeVisible();
  };
  return { screens, clicks, press, fill, bring };
}

thorough(
  `a newcomer comes from files to a figure within ${most.clicks} clicks and ${most.screens} screens`,
  async ({ page, signInAs, worker }) => {
    worker.release();
    await signInAs("admin");
    await page.goto("/admin");
    const { screens, clicks, press, fill, bring } = countSteps(page);
    const rows = someRows(60, "first figure");
    const answered = (right: (n: number) => boolean) =>
      resultsCsv(
        rows.map((row, n) => ({
          ...row,
          probabilities: right(n) ? [0.7, 0.1, 0.1, 0.1] : [0.1, 0.7, 0.1, 0.1],
          success: right(n) ? 1 : 0,
        })),
      );

    await press(t("navigation.benchmarks"));
    await press(t("benchmarks.create.open"));
    await fill(t("benchmarks.fields.name"), newName());
    await press(t("benchmarks.create.submit"));
    await bring(["Literary.csv", casesCsv(rows)]);
    await press(t("imports.report.toImport"));
    await bring(
      ["Literary_gpt-harbour.csv", answered((n) => n % 2 === 0)],
      ["Literary_lantern-2.csv", answered((n) => n % 3 !== 0)],
    );

    const title = newName("First figure");
    await press(t("imports.report.toStudy"));
    await fill(t("builder.create.title"), title);
    await press(t("builder.create.submit"));
    await page.waitForURL(/\/design\/frame$/);
    clicks.push(t("builder.steps.check.name"));
    await page.locator('a[href$="/design/check"]').filter({ visible: true }).first().click();
    await press(t("builder.check.open.button"));
    await press(t("builder.check.open.submit"));

    await press(t("live.people.toInvitations"));
    await fill(t("invitations.fields.count"), "8");
    await press(t("invitations.making.invitation.submit"));
    const codes = page.getByText(/\/join\//);
    await expect(codes.first()).toBeVisible();
    const links = [...(await page.locator("main").innerText()).matchAll(/\/join\/(\S+)/g)];
    expect(links).toHaveLength(8);
    const startedAt = new Date(Date.now() - 2 * 3_600_000);
    for (const [, code = ""] of links)
      await sitThrough({ link: code, background: { education: "doctorate" }, startedAt }, (position) => ({
        isRight: position % 5 !== 0,
        activeMs: 40_000,
      }));

    await press(t("studies.frame.pages.live"));
    await press(t("studies.change.more"));
    await press(t("studies.change.close.open"));
    await fill(t("studies.change.close.typeName", { title }), title);
    await press(t("studies.change.close.submit"));
    await press(t("studies.frame.pages.results"));
    const study = await db.study.findFirstOrThrow({ where: { title }, select: { slug: true } });
    await page.waitForURL(`**${resultsPath(study.slug)}`);
    await expect(page.locator("svg.drawing").filter({ visible: true }).first()).toContainText("lantern-2");

    const log = [`${clicks.length} clicks:`, ...clicks, `${screens.length} screens:`, ...screens].join("\n");
    expect([clicks.length <= most.clicks, screens.length <= most.screens], log).toEqual([true, true]);
    test.info().annotations.push({ type: "steps", description: log });
  },
);
