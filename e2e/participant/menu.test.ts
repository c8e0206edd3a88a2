import { choose, expectSaved, place, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { menu, menuButton, menuEntry } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
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

// What comes of it: menu.http.test.ts.
thorough("what was ticked in a report of a passage stays when it lacks words", async ({ page, signInAs }) => {
  const questions = { reportPassage: true };
  const { caseAt } = await startSittingAs(page, signInAs, { count: 1, questions });
  await page.goto(caseAt(1));
  await page.getByRole("link", { name: t("passage.link") }).click();
  await expectHeading(page, t("passage.title"));
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await page.getByLabel(t("passage.kinds.other")).check();
  await press(page, t("passage.submit"));
  await expect(page.getByText(t("passage.noWords"))).toBeVisible();
  await expect(page.getByLabel(t("passage.kinds.other"))).toBeChecked();
});
