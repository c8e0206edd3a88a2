import { db } from "#lib/db.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { choose, expectSaved, place, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { expectMenu, menu, menuButton, menuEntry } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
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
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
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
