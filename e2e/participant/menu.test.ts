import { readFile } from "node:fs/promises";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { choose, expectSaved, place, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { expectMenu, menu, menuButton, menuEntry } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

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
  await menuButton(page).click();
  await menuEntry(page, "how").click();
  await expect(menu(page).getByRole("status")).toHaveText(t("menu.offline"));
  await expectHeading(page, place(1));
  await context.setOffline(false);
  await expect(page.getByText(t("menu.offline"))).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: t("sitting.extra.reason") }).fill("Half a sentence");
  await menuButton(page).click();
  await menuEntry(page, "how").click();
  await expectHeading(page, t("sitting.instructions.title"));
  await page.getByRole("link", { name: t("menu.back") }).click();
  await page.goto(caseAt(1));
  await expect(page.getByRole("textbox", { name: t("sitting.extra.reason") })).toHaveValue("Half a sentence");
});

test("signed out, one comes to the participants’ form, which takes the code however it is typed", async ({
  page,
  signInAs,
}) => {
  const passphrase = "amber otter lake stone heron";
  const sitter = await consentTo(await openedStudy());
  const { sittingId, viewer } = sitter;
  await signInAs(personOf(sitter));
  await db.user.update({
    where: { id: viewer.userId },
    data: { secretHash: await hashSecret(passphrase) },
  });
  const own = `/sittings/${sittingId}`;
  await page.goto(`${own}/leave`);
  await expectMenu(page);
  await press(page, t("account.signOut"));
  await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();
  await expect(page.getByLabel(t("signIn.code"))).toBeVisible();
  await page.goto(`${own}/code`);
  const wide = viewer.handle
    .toUpperCase()
    .replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0));
  await signInWithPassphrase(page, ` ${wide} `, passphrase.toUpperCase().replaceAll(" ", "_"));
  await expectHeading(page, t("menu.code"));
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

// With script the menu is opened on the whole way through a sitting, in everyone-flow.test.ts.
test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
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
    for (const rest of ["", "/instructions", "/1", "/overview", "/finish", "/withdraw", "/leave"]) {
      await page.goto(sitting + rest);
      await expectMenu(page);
    }
    for (const position of [1, 2]) await answer(begun, position);
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
});
