import type { Page } from "@playwright/test";
import {
  choose,
  expectCase,
  expectSaved,
  goOn,
  radio,
  startSittingAs,
  sending,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const writing = "Half a";
const reason = (page: Page) => page.locator("textarea:visible");

/** In the menu, which stays open until one turns elsewhere. */
async function prefer(page: Page, name: string): Promise<void> {
  await page.locator("button[popovertarget]").click();
  await press(page, name);
  await page.keyboard.press("Escape");
}

async function changeInTheMiddle(
  page: Page,
  signInAs: Fixtures["signInAs"],
  { mayGoBack }: { mayGoBack: boolean },
): Promise<void> {
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs, { questions: { mayGoBack } });
  await page.goto(caseAt(1));
  await choose(page, 1);
  await answerRecord.look(page);
  await goOn(page, 2);
  await choose(page, 2);
  await reason(page).fill(writing);
  const expectUnchanged = async () => {
    await expect(page).toHaveURL(caseAt(2));
    await expect(radio(page, 2)).toBeChecked();
    await expect(reason(page)).toHaveValue(writing);
  };

  await prefer(page, t("shell.theme.dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectCase(page, 2);
  await expectUnchanged();
  await prefer(page, t("shell.language.zh-CN"));
  await expectHeading(page, zhT("sitting.case.place", { place: "2", count: "3" }));
  await expectUnchanged();
  await prefer(page, zhT("shell.language.en"));
  await expectCase(page, 2);
  await expectUnchanged();

  await choose(page, 3);
  await answerRecord.look(page);
  await goOn(page, 3);
  await expect(sending(page)).toHaveText(t(mayGoBack ? "sending.saved" : "sending.savedOneWay"));
  await choose(page, 0);
  if (mayGoBack) await expectSaved(page, answerRecord);
  await press(page, t("sitting.case.last"));
  await expectHeading(page, t("sitting.submit.title"));
  await expectStoredAsShown(answerRecord);
  if (!mayGoBack) return;
  await prefer(page, t("shell.theme.light"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectHeading(page, t("sitting.submit.title"));
  await expectShownAgain(page, answerRecord);
}

test("theme and language are changed in the middle of a case and nothing is lost, not going back", ({
  page,
  signInAs,
}) => changeInTheMiddle(page, signInAs, { mayGoBack: false }));

thorough(
  "theme and language are changed in the middle of a case and nothing is lost, going back",
  ({ page, signInAs }) => changeInTheMiddle(page, signInAs, { mayGoBack: true }),
);
