import type { Locator, Page } from "@playwright/test";
import { joinPath } from "#lib/invitations/schema.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { candidates, choose, place, radio, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { expectHeading, hasSidewaysScroll, hiddenFocus } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
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
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press("Tab");
    expect(await hiddenFocus(page)).toBe("");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** A key is heard once the page's script is there. */
const pressUntil = (page: Page, key: string, seen: () => Promise<void>) =>
  expect(async () => {
    await page.keyboard.press(key);
    await seen();
  }).toPass();

test("from the link to the completion code with the keyboard alone, at 200 %", async ({ newDevice }) => {
  test.slow();
  const page = await newDevice({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const fits = async () => expect(await hasSidewaysScroll(page), page.url()).toBe(false);
  const { link } = await tideStudy(3, { questions });
  await page.goto(joinPath(link));
  await fits();
  await pressByKey(page, page.getByRole("link", { name: t("join.goOn") }));
  await expectHeading(page, t("sitting.consent.title"));
  await fits();
  await pressByKey(page, page.getByRole("button", { name: t("sitting.consent.agree") }));
  await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible({ timeout: 15_000 });
  await fits();
  await tabTo(page, page.getByLabel(education.label.en));
  await page.keyboard.type("Doc");
  await pressByKey(page, page.getByRole("button", { name: t("sitting.goOn"), exact: true }));
  await expectHeading(page, t("sitting.instructions.title"));
  await fits();
  await pressByKey(page, page.getByRole("link", { name: t("sitting.instructions.start") }));

  // By the candidate's number, and on by Enter.
  await expectHeading(page, place(1));
  await pressUntil(page, "2", () => expect(radio(page, 1)).toBeChecked({ timeout: 500 }));
  const slider = page.getByRole("slider");
  await tabTo(page, slider);
  await page.keyboard.press("End");
  await tabTo(page, page.getByRole("textbox", { name: t("sitting.extra.reason") }));
  await page.keyboard.type("3 bells, and the 4th is his.");
  await expect(radio(page, 1)).toBeChecked();
  await expect(page.getByRole("status").getByText(t("sending.saved"), { exact: true })).toBeVisible();
  await fits();
  await pressByKey(page, page.getByRole("button", { name: t("sitting.case.next"), exact: true }));

  // By the arrows of a group of radio buttons; each case begins at its heading.
  await expectHeading(page, place(2));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, radio(page, 0));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(radio(page, 2)).toBeChecked();
  await tabTo(page, slider);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Tab");
  await pressByKey(page, page.getByRole("button", { name: t("sitting.case.next"), exact: true }));

  await expectHeading(page, place(3));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("4");
  await tabTo(page, slider);
  await page.keyboard.press("Home");
  await pressByKey(page, page.getByRole("button", { name: t("sitting.case.last"), exact: true }));
  await expectHeading(page, t("sitting.overview.title"));
  await fits();
  await pressByKey(page, page.getByRole("link", { name: t("sitting.overview.finish") }));
  await expectHeading(page, t("sitting.submit.title"));
  await fits();
  await pressByKey(page, page.getByRole("button", { name: t("sitting.submit.confirm") }));
  await expectHeading(page, t("sitting.debrief.title"));
  await fits();
});

test("the same in Chinese, with a finger on a narrow phone", async ({ newDevice }) => {
  test.slow();
  const look = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "zh-CN" };
  const page = await newDevice(look);
  const { link } = await tideStudy(3);
  let pages = 0;
  await goThrough(page, link, {
    words: zhT,
    count: 3,
    press: (target) => target.tap(),
    async atEach() {
      await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
      expect(await hasSidewaysScroll(page), page.url()).toBe(false);
      expect(await findViolations(page), page.url()).toEqual([]);
      pages += 1;
    },
  });
  expect(pages).toBe(10);
});

for (const look of [
  { forcedColors: "active", colorScheme: "light" },
  { forcedColors: "active", colorScheme: "dark" },
  { forcedColors: "none", colorScheme: "dark" },
] as const) {
  test(`which candidate is chosen is seen with forced colours ${look.forcedColors}, ${look.colorScheme}`, async ({
    newDevice,
    signInAs,
  }) => {
    const page = await newDevice({ ...look, reducedMotion: "reduce" });
    const { caseAt } = await startSittingAs(page, signInAs);
    await page.goto(caseAt(1));
    // Of the card, and of the mark alone: neither colour alone nor the focus has to tell it.
    const pictures = async () => {
      await page.getByRole("heading", { level: 1 }).focus();
      await page.mouse.move(0, 0);
      const [card, mark] = [candidates(page).nth(1), radio(page, 1)];
      return Promise.all([card, mark].map(async (part) => (await part.screenshot()).toString("base64")));
    };
    const [card, mark] = await pictures();
    await choose(page, 1);
    const [chosenCard, chosenMark] = await pictures();
    expect(chosenCard === card).toBe(false);
    expect(chosenMark === mark).toBe(false);
    const isMoving = await candidates(page).evaluateAll((cards) =>
      cards.some((card) => card.getAnimations({ subtree: true }).length > 0),
    );
    expect(isMoving).toBe(false);
  });
}
