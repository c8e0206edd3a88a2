import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll, heading, press } from "#e2e/support/screens.ts";
import { draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import type { Page } from "@playwright/test";

const title = "Who is speaking?";
const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

/** From the welcome to the first case, with Enter alone. */
async function beginByKeyboard(page: Page): Promise<void> {
  for (const name of [t("sitting.consent.agree"), t("sitting.own.start")]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  }
  await expectHeading(page, place(1));
}

/** The bar speaks the language of the staff screens, whichever the participant's words are shown in. */
async function speakChinese(page: Page): Promise<void> {
  const staffScreens = page.getByRole("banner");
  await staffScreens.getByRole("button", { name: t("shell.language.zh-CN"), exact: true }).click();
  const bar = page.getByRole("region", { name: zhT("sitting.preview.label"), exact: true });
  await expect(bar.getByText(zhT("sitting.preview.stored"))).toBeVisible();
  await bar.getByRole("button", { name: "English", exact: true }).click();
  await expect(bar.getByText(zhT("sitting.preview.stored"))).toBeVisible();
}

/** On a phone, and the passage in its own language. */
async function readInChinese(page: Page): Promise<void> {
  // The top of the page has a switch of its own, for the staff screens.
  await page.getByRole("main").getByRole("button", { name: "中文", exact: true }).click();
  await expect(page.getByText(t("sitting.preview.languageMissing"))).toHaveCount(0);
  await expect(page.getByText(zhT("sitting.preview.languageMissing"))).toBeVisible();
  await page.getByLabel(t("sitting.preview.goTo")).selectOption("case");
  await expectHeading(page, zhT("sitting.case.place", { place: "1", count: "2" }));
  await expect(page.locator("[lang='zh-CN'] [lang=en]").first()).toBeVisible();
  expect(await hasSidewaysScroll(page)).toBe(false);
}

test("a whole sitting by keyboard, of which nothing is stored, and again in Chinese on a phone", async ({
  page,
  product,
  signInAs,
}) => {
  const { slug } = await draftStudy();
  await signInAs("admin");
  await page.goto(`/studies/${slug}/preview`);
  await expectHeading(page, title);
  const before = await fingerprint(product.ownerUrl);

  await beginByKeyboard(page);
  await expect(heading(page)).toBeFocused();
  await untilKeysAreHeard(page);
  await page.keyboard.press("2");
  await expect(page.getByRole("radio").nth(1)).toBeChecked();
  await page.keyboard.press("n");
  await expectHeading(page, place(2));
  await page.keyboard.press("p");
  await expectHeading(page, place(1));
  await expect(page.getByRole("radio").nth(1)).toBeChecked();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: t("sitting.keys.title") });
  await expect(help.getByRole("button")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("Enter");
  await expectHeading(page, place(2));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").getByText(t("sitting.case.mayLeave"))).toBeVisible();
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.overview.title"));
  await expect(page.getByText(t("sitting.overview.notYet"))).toBeVisible();
  await page.getByRole("link", { name: t("sitting.overview.resume") }).click();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await expect(page.getByText(t("sitting.preview.exampleHint"))).toBeVisible();

  expect(await fingerprint(product.ownerUrl)).toEqual(before);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expectHeading(page, title);
  await readInChinese(page);
});

thorough("all that a study can ask, and what of it is missing", async ({ page, signInAs }) => {
  const questions = {
    confidence: { ask: "required", form: "options" },
    reason: "required",
    knowsWork: "required",
    mayGoBack: false,
  };
  const { slug } = await openedStudy({ questions });
  await signInAs("admin");
  await page.goto(`/studies/${slug}/preview`);
  await page.getByLabel(t("sitting.preview.goTo")).selectOption("case");
  await press(page, t("sitting.case.next"));
  for (const part of ["choice", "confidence", "reason", "knowsWork"] as const)
    await expect(page.getByRole("alert").getByText(t(`sitting.missing.${part}`))).toBeVisible();

  // The next case lies ready, out of sight.
  const reason = page.getByRole("textbox", { name: t("sitting.extra.reason") });
  await reason.pressSequentially("1 of 2, I think?");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await page.keyboard.press("Tab");
  const percents = page.getByRole("spinbutton");
  await percents.first().fill("60");
  await expect(page.getByText(t("sitting.extra.left", { value: "40" }))).toBeVisible();
  await percents.nth(1).fill("40");
  await expect(page.getByText(t("sitting.extra.whole"), { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: t("sitting.extra.no"), exact: true }).check();
  await heading(page).focus();
  await untilKeysAreHeard(page);
  await page.keyboard.press("1");
  await press(page, t("sitting.case.next"));
  await expectHeading(page, place(2));
  await expect(page.getByRole("button", { name: t("sitting.case.previous") })).toHaveCount(0);
});

thorough(
  "too few cases: said with the way to the step, the words can be read all the same",
  async ({ page, signInAs }) => {
    const { slug } = await draftStudy({ sample: { seed: 7, quota: { Literary: 900 } } });
    await signInAs("admin");
    await page.goto(`/studies/${slug}/preview`);
    await expectHeading(page, title);
    await page.getByLabel(t("sitting.preview.goTo")).selectOption("case");
    await expect(page.getByText(t("sitting.preview.problems.too_few"))).toBeVisible();
    await expect(page.getByRole("link", { name: t("sitting.preview.toStep") })).toHaveAttribute(
      "href",
      `/studies/${slug}/design/sample`,
    );
    await speakChinese(page);
  },
);
