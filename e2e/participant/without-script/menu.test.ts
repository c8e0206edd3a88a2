import { readFile } from "node:fs/promises";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { expectMenu, menuButton, menuEntry } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// With script the menu is opened on the whole way through a sitting, in everyone-flow.test.ts.
test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

test("every page of a sitting has the menu", async ({ page, signInAs }) => {
  const study = await openedStudy();
  const sitter = await consentTo(study);
  await signInAs(personOf(sitter));
  const own = `/sittings/${sitter.sittingId}`;
  await page.goto(own);
  await expectMenu(page);
  await page.goto(`${own}/instructions`);
  await expectHeading(page, t("sitting.instructions.title"));
  await expect(page.getByRole("link", { name: t("menu.back") })).toHaveAttribute("href", own);
  const begun = await beginAt(study);
  await signInAs(personOf(begun));
  const sitting = `/sittings/${begun.sittingId}`;
  const wayOn = page.getByRole("main").getByRole("link").first();
  await page.goto(sitting);
  await expect(wayOn).toHaveText(t("sitting.own.start"));
  await expect(page.getByText(t("sitting.own.untouched"))).toBeVisible();
  for (const rest of ["", "/instructions", "/1", "/overview", "/finish", "/withdraw", "/leave"]) {
    await page.goto(sitting + rest);
    await expectMenu(page);
  }
  await answer(begun, 1);
  await page.goto(sitting);
  await expect(wayOn).toHaveText(t("sitting.own.resume"));
  await expect(wayOn).toHaveAttribute("href", `${sitting}/2?back=1`);
  await answer(begun, 2);
  await page.goto(sitting);
  await expect(wayOn).toHaveText(t("sitting.own.toOverview"));
  await page.goto(`${sitting}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await expectMenu(page);
  await menuButton(page).press("Enter");
  await menuEntry(page, "code").click();
  await expectHeading(page, t("menu.code"));
  await expect(page.getByText(begun.viewer.handle, { exact: true }).first()).toBeVisible();
});

test("what one agreed to and gave can be taken along", async ({ page, signInAs }) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/data`);
  async function take(name: string): Promise<string> {
    const taking = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    return readFile(await (await taking).path(), "utf8");
  }
  const { consentText } = await db.sitting.findUniqueOrThrow({
    where: { id: sitter.sittingId },
    select: { consentText: true },
  });
  expect(await take(t("ownData.keepConsent"))).toContain(
    (consentText.content as { consent: string }).consent,
  );
  expect(await take(t("ownData.keepText"))).toContain(`== ${t("ownData.file.case")} 1 ==`);
  const data = JSON.parse(await take(t("ownData.keepJson"))) as {
    cases: object[];
    participantCode: string;
  };
  expect(data).toMatchObject({ participantCode: sitter.viewer.handle, cases: [{ answer: { chosen: 1 } }] });
});

test("whoever is in the middle when the study closes is told what is stored, and gets a code for it", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  await closeStudy(operator(), study.slug);
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}/2`);
  await expectHeading(page, t("sitting.own.closedTitle"));
  await expect(page.getByText(t("sitting.own.closedStored", { done: "1", count: "2" }))).toBeVisible();
  const { partialCode } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
  await expect(page.getByText(partialCode ?? "no code", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("sitting.own.aboutStudy") })).toBeVisible();
  await signInAs("admin");
  await page.goto(`/studies/${study.slug}?find=${partialCode?.toLowerCase()}`);
  await expect(page.getByText(partialCode ?? "no code")).toBeVisible();
});
