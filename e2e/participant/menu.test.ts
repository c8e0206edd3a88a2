import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { choose, expectSaved, place, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const entries = ["how", "code", "data", "withdraw", "leave"] as const;
const button = (page: Page) => page.getByRole("button", { name: t("menu.open"), exact: true });
const menu = (page: Page) => page.getByRole("navigation", { name: t("menu.label") });
const entry = (page: Page, name: (typeof entries)[number]) =>
  menu(page).getByRole("link", { name: t(`menu.${name}`), exact: true });

/** By keys alone, as by a press: it opens, holds everything, and Escape puts it away and the focus back. */
async function expectMenu(page: Page): Promise<void> {
  await expect(menu(page)).toBeHidden();
  await button(page).focus();
  await page.keyboard.press("Enter");
  for (const name of entries) await expect(entry(page, name)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(entry(page, "how")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
}

for (const javaScriptEnabled of [true, false])
  test(`every page of a sitting has the menu ${javaScriptEnabled ? "with" : "without"} script`, async ({
    newDevice,
    signInAs,
    expectErrors,
  }) => {
    if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    const page = await newDevice({ javaScriptEnabled });
    const study = await openedStudy();
    const sitter = await consentTo(study);
    await signInAs(personOf(sitter), page.context());
    const own = `/sittings/${sitter.sittingId}`;
    await page.goto(own);
    await expectMenu(page);
    await page.goto(`${own}/instructions`);
    await expectHeading(page, t("sitting.instructions.title"));
    await expect(page.getByRole("link", { name: t("menu.back") })).toHaveAttribute("href", own);
    const begun = await beginAt(study);
    await signInAs(personOf(begun), page.context());
    const sitting = `/sittings/${begun.sittingId}`;
    for (const rest of ["", "/instructions", "/1", "/overview", "/finish", "/withdraw", "/leave"]) {
      await page.goto(sitting + rest);
      await expectMenu(page);
    }
    for (const position of [1, 2]) await answer(begun, position);
    await page.goto(`${sitting}/finish`);
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
    await expectMenu(page);
    await button(page).press("Enter");
    await entry(page, "code").click();
    await expectHeading(page, t("menu.code"));
    await expect(page.getByText(begun.viewer.handle, { exact: true }).first()).toBeVisible();
  });

test("a case left through the menu loses nothing, and without a network isn’t left", async ({
  page,
  context,
  signInAs,
}) => {
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs);
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expectSaved(page, answerRecord);
  await context.setOffline(true);
  await button(page).click();
  await entry(page, "how").click();
  await expect(menu(page).getByRole("status")).toHaveText(t("menu.offline"));
  await expectHeading(page, place(1));
  await context.setOffline(false);
  await expect(page.getByText(t("menu.offline"))).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: t("sitting.extra.reason") }).fill("Half a sentence");
  await button(page).click();
  await entry(page, "how").click();
  await expectHeading(page, t("sitting.instructions.title"));
  await page.getByRole("link", { name: t("menu.back") }).click();
  await page.goto(caseAt(1));
  await expect(page.getByRole("textbox", { name: t("sitting.extra.reason") })).toHaveValue("Half a sentence");
});

test("signed out, one comes to the participants’ form, which takes the code however it is typed", async ({
  page,
}) => {
  const { link } = await openedStudy();
  await page.goto(`${joinPath(link)}/consent`);
  await press(page, t("sitting.consent.agree"));
  await expectHeading(page, "Who is speaking?");
  const [code = "", words = ""] = await page.locator("[data-alone-on-paper] dd").allInnerTexts();
  const own = new URL(page.url()).pathname;
  await page.goto(`${own}/leave`);
  await press(page, t("account.signOut"));
  await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();
  await expect(page.getByLabel(t("signIn.code"))).toBeVisible();
  await page.goto(`${own}/code`);
  const wide = code
    .toUpperCase()
    .replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0));
  await signInWithPassphrase(page, ` ${wide} `, words.toUpperCase().replaceAll(" ", "_"));
  await expectHeading(page, t("menu.code"));
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
  const data = JSON.parse(await take(t("ownData.keepJson"))) as { cases: object[]; participantCode: string };
  expect(data).toMatchObject({ participantCode: sitter.viewer.handle, cases: [{ answer: { chosen: 1 } }] });
});

test("a passage can be reported from its case, and a last comment left, by whoever is asked for them", async ({
  page,
  signInAs,
}) => {
  const { sitter, caseAt, answerRecord } = await startSittingAs(page, signInAs, {
    count: 1,
    questions: { reportPassage: true, lastComment: true },
  });
  await page.goto(caseAt(1));
  await choose(page, 0);
  await expectSaved(page, answerRecord);
  await page.getByRole("link", { name: t("passage.link") }).click();
  await expectHeading(page, t("passage.title"));
  await page.getByLabel(t("passage.kinds.other")).check();
  await press(page, t("passage.submit"));
  await expect(page.getByText(t("passage.noWords"))).toBeVisible();
  await expect(page.getByLabel(t("passage.kinds.other"))).toBeChecked();
  await page.getByLabel(t("passage.words")).fill("It stops in the middle.");
  await press(page, t("passage.submit"));
  await expect(page.getByText(t("passage.sent"))).toBeVisible();
  await page.getByRole("link", { name: t("passage.back") }).click();
  await expectHeading(page, place(1, 1));
  await page.goto(`/sittings/${sitter.sittingId}/finish`);
  await page.getByLabel(t("sitting.submit.comment")).fill("It was long.");
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  const { lastComment, served } = await db.sitting.findUniqueOrThrow({
    where: { id: sitter.sittingId },
    select: { lastComment: true, served: { select: { report: true } } },
  });
  expect(lastComment).toBe("It was long.");
  expect(served).toMatchObject([{ report: { kind: "other", words: "It stops in the middle." } }]);
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
