import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { studyPath } from "#lib/paths.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { answer, beginAt, draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// What the server has drawn is all that is looked at.
test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

test("a researcher of the study reads, interim results where the design shows them, and has no button that changes anything", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy({ rules: { interim: true } });
  const draft = await draftStudy();
  const { person } = await signInAs("researcher");
  for (const { id } of [study, draft]) await addMember(operator(), { studyId: id, userId: person.id });
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  await page.goto(studyPath(study.slug));
  const working = page
    .locator("section[aria-labelledby=totals]")
    .locator("div")
    .filter({ has: page.getByText(t("live.totals.working"), { exact: true }) });
  await expect(working.locator("dd")).toHaveText("1");
  const people = page.getByRole("region", { name: t("live.people.caption") });
  await expect(people.getByRole("rowheader", { name: new RegExp(`^${sitter.number}(\\D|$)`) })).toBeVisible();
  const { handle } = await db.user.findUniqueOrThrow({ where: { id: sitter.viewer.userId } });
  await expect(page.getByText(handle)).toHaveCount(0);
  const buttons = page.getByRole("main").getByRole("button");
  await expect(buttons).toHaveText([t("live.people.search")]);
  const pages = page.getByRole("navigation", { name: t("studies.frame.label") }).getByRole("link");
  await expect(pages).toHaveText(
    (["live", "results", "plan", "preview"] as const).map((page) => t(`studies.frame.pages.${page}`)),
  );
  await test.step("interim results, with what that means", async () => {
    await expect(page.getByText(t("live.accuracy.shown", { right: "true" }))).toBeVisible();
    const table = page.getByRole("region", { name: t("live.accuracy.caption") });
    await expect(table.getByRole("row").nth(1)).toContainText(`Literary${t("live.accuracy.selected")}1`);
  });
  await test.step("a draft that admins prepare is announced", async () => {
    await page.goto(studyPath(draft.slug));
    await expect(page.getByText(t("studies.prepared.title"))).toBeVisible();
  });
});
