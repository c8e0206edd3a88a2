import type { Locator, Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { candidates, choose, place, radio, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { expectMenu, menuButton, menuEntry } from "#e2e/participant/menu-by-keys.ts";
import { names, strayEnglish } from "#e2e/participant/stray-english.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll, hiddenFocus } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const education = {
  key: "education",
  kind: "choice",
  label: { en: "Your highest degree", "zh-CN": "您的最高学历" },
  options: [
    { value: "BA", label: { en: "Bachelor", "zh-CN": "学士" } },
    { value: "PhD", label: { en: "Doctorate", "zh-CN": "博士" } },
  ],
  need: "required",
};
const questions = {
  reason: "optional",
  confidence: { ask: "required", form: "slider" },
  background: [education],
};

/** Tab by tab, as one does who has nothing else; every stop on the way has to be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Found once: to look for it by its name at every stop takes longer than all else.
  const element = await target.elementHandle();
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press("Tab");
    expect(await hiddenFocus(page)).toBe("");
    if (await page.evaluate((wanted) => wanted === document.activeElement, element)) return;
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

async function pressNumber(page: Page, number: number): Promise<void> {
  await untilKeysAreHeard(page);
  await page.keyboard.press(String(number));
  await expect(radio(page, number - 1)).toBeChecked();
}

const reason = "3 bells, and the 4th is <b>his</b>.";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const expectFits = async (page: Page) => expect(await hasSidewaysScroll(page), page.url()).toBe(false);

async function joinByKeys(page: Page, link: string): Promise<void> {
  await page.goto(joinPath(link));
  await expectFits(page);
  await pressByKey(page, page.getByRole("button", { name: t("sitting.consent.agree") }));
  await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
  await expectFits(page);
  await expectMenu(page);
  await tabTo(page, page.getByLabel(education.label.en));
  await page.keyboard.type("Doc");
  await pressByKey(page, button(page, t("sitting.own.start")));
}

async function answerByNumber(page: Page): Promise<void> {
  await expectHeading(page, place(1));
  await pressNumber(page, 2);
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("End");
  await tabTo(page, page.getByRole("textbox", { name: t("sitting.extra.reason") }));
  await page.keyboard.type(reason);
  await expect(radio(page, 1)).toBeChecked();
  await expect(page.getByRole("status").getByText(t("sending.saved"), { exact: true })).toBeVisible();
  await expectFits(page);
  await expectMenu(page);
  await pressByKey(page, button(page, t("sitting.case.next")));
}

/** Of a group of radio buttons; each case begins at its heading. */
async function answerByArrows(page: Page): Promise<void> {
  await expectHeading(page, place(2));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, radio(page, 0));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(radio(page, 2)).toBeChecked();
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Tab");
  await pressByKey(page, button(page, t("sitting.case.next")));
}

async function answerAfterResuming(page: Page): Promise<void> {
  await expectHeading(page, place(3));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await pressByKey(page, button(page, t("sitting.case.last")));
  await expect(page.getByRole("alert").getByText(t("sitting.case.mayLeave"))).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("sitting.overview.notYet"))).toBeVisible();
  // It comes without being loaded: the focus is on its heading before it is anywhere else.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectFits(page);
  await expectMenu(page);
  await pressByKey(page, page.getByRole("link", { name: t("sitting.overview.resume") }));
  await expectHeading(page, place(3));
  await pressNumber(page, 4);
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("Home");
  await pressByKey(page, button(page, t("sitting.case.last")));
}

async function handInByKeys(page: Page): Promise<void> {
  await expectHeading(page, t("sitting.submit.title"));
  await expectFits(page);
  await expectMenu(page);
  await pressByKey(page, button(page, t("sitting.submit.confirm")));
  await expectHeading(page, t("sitting.debrief.title"));
  await expectFits(page);
  await expectMenu(page);
}

/** Every answer as it was given, with its times; what is told is the code. */
async function expectStored(studyId: string): Promise<string | null> {
  const sitting = await db.sitting.findFirstOrThrow({
    where: { studyId },
    include: { served: { include: { answer: true }, orderBy: { position: "asc" } } },
  });
  expect(sitting.state).toBe("submitted");
  const answers = sitting.served.map(({ answer, optionOrder }) => ({ ...answer, optionOrder }));
  for (const [at, chosen] of [1, 2, 3].entries())
    expect(answers[at]).toMatchObject({
      decision: String(answers[at]?.optionOrder[chosen]),
      reason: at === 0 ? reason : null,
    });
  const times = answers.map(({ firstAnswerMs, activeMs }) => [firstAnswerMs ?? 0, activeMs ?? 0]);
  for (const [answered = 0, active = 0] of times) {
    expect(answered).toBeGreaterThan(0);
    expect(active).toBeGreaterThanOrEqual(answered);
  }
  expect(sitting.activeMs).toBe(times.reduce((sum, [, active = 0]) => sum + active, 0));
  return sitting.completionCode;
}

test("from the link to the completion code with the keyboard alone, at 200 %, every answer stored and the menu on every page", async ({
  newDevice,
}) => {
  const page = await newDevice({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const { id, link } = await tideStudy(3, { questions });
  await test.step("joining", () => joinByKeys(page, link));
  await test.step("a case by the candidate's number, and on by Enter", () => answerByNumber(page));
  await test.step("a case by the arrows", () => answerByArrows(page));
  await test.step("a case that was left open", () => answerAfterResuming(page));
  await test.step("handing in", () => handInByKeys(page));
  const completionCode = await expectStored(id);
  await expect(page.getByText(completionCode ?? "no code", { exact: true })).toBeVisible();
  await test.step("from there to one's code", async () => {
    await menuButton(page).press("Enter");
    await pressByKey(page, menuEntry(page, "code"));
    await expectHeading(page, t("menu.code"));
  });
});

/** Axe has been there already, in e2e/everyone, in Chinese and on a phone, too; and one case is like the other. */
const lookedAtElsewhere = ["join", "case 2", "case 3"];

thorough("the same in Chinese on a narrow phone, with the room that fingers need", async ({ newDevice }) => {
  const look = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "zh-CN" };
  const page = await newDevice(look);
  const { link } = await tideStudy(3);
  const known = [...names, "Who is speaking?"];
  let [seen, looked] = [0, 0];
  await goThrough(page, link, {
    words: zhT,
    count: 3,
    async atEach(place) {
      seen += 1;
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
      await expectFits(page);
      expect(await strayEnglish(page, known), page.url()).toEqual([]);
      if (lookedAtElsewhere.includes(place)) return;
      expect(await findViolations(page), page.url()).toEqual([]);
      looked += 1;
    },
  });
  expect([seen, looked]).toEqual([7, 4]);
});

const looks = [
  { forcedColors: "active", colorScheme: "light" },
  { forcedColors: "active", colorScheme: "dark" },
  { forcedColors: "none", colorScheme: "dark" },
] as const;

thorough(
  "which candidate is chosen is seen in forced colours, light and dark, and in the dark",
  async ({ page, signInAs }) => {
    const { caseAt } = await startSittingAs(page, signInAs);
    await page.goto(caseAt(1));
    // Of the card, and of the mark alone: neither colour alone nor the focus has to tell it.
    const pictures = async (chosen: number) => {
      await choose(page, chosen);
      await page.getByRole("heading", { level: 1 }).focus();
      await page.mouse.move(0, 0);
      const [card, mark] = [candidates(page).nth(1), radio(page, 1)];
      return Promise.all([card, mark].map(async (part) => (await part.screenshot()).toString("base64")));
    };
    for (const look of looks) {
      const name = `forced colours ${look.forcedColors}, ${look.colorScheme}`;
      await page.emulateMedia(look);
      const [card, mark] = await pictures(0);
      const [chosenCard, chosenMark] = await pictures(1);
      expect.soft(chosenCard === card, `the card, ${name}`).toBe(false);
      expect.soft(chosenMark === mark, `the mark, ${name}`).toBe(false);
      const isMoving = await candidates(page).evaluateAll((cards) =>
        cards.some((card) => card.getAnimations({ subtree: true }).length > 0),
      );
      expect.soft(isMoving, name).toBe(false);
    }
  },
);
