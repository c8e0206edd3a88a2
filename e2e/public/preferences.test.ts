import type { Page } from "@playwright/test";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const root = (page: Page) => page.locator("html");

/** How light the page's ground is, from 0 to 1. */
const lightness = (page: Page) =>
  root(page).evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  });

/** What ground and words look like now, and how much is still on its way to another colour. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const [ground, words] = [document.documentElement, document.querySelector("h1") ?? document.body];
    const found = [getComputedStyle(ground).backgroundColor, getComputedStyle(words).color];
    return { found, changing: document.getAnimations().length };
  });

async function darkAndLight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/sign-in");
  expect(await lightness(page)).toBeLessThan(0.15);
  await test.step("who wants no motion gets other colours everywhere at once", async () => {
    const dark = (await colours(page)).found;
    await page.emulateMedia({ colorScheme: "light" });
    const { found, changing } = await colours(page);
    expect(changing).toBe(0);
    expect(found.filter((colour, place) => colour === dark[place])).toEqual([]);
  });
  await expect.poll(() => lightness(page)).toBeGreaterThan(0.85);
  await press(page, t("shell.theme.dark"));
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => lightness(page)).toBeLessThan(0.15);
  await expect(page.getByRole("button", { name: t("shell.theme.dark") })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goto("/sign-in?as=participant");
  expect(await lightness(page)).toBeLessThan(0.15);
  await press(page, t("shell.theme.light"));
  await expect.poll(() => lightness(page)).toBeGreaterThan(0.85);
}

thorough(
  "a change of language holds at once, for page and lang attribute, and for later pages; the device decides between dark and light until somebody does, whose choice stays",
  async ({ page, product }) => {
    await page.goto("/sign-in");
    await expect(root(page)).toHaveAttribute("lang", "en");
    await press(page, t("shell.language.zh-CN"));
    await expectHeading(page, zhT("signIn.title"));
    await expect(root(page)).toHaveAttribute("lang", "zh-CN");
    await expect(page).toHaveTitle(new RegExp(zhT("signIn.title")));
    await page.reload();
    await expectHeading(page, zhT("signIn.title"));
    await press(page, zhT("shell.language.en"));
    await expectHeading(page, t("signIn.title"));
    await expect(root(page)).toHaveAttribute("lang", "en");
    await test.step("the browser's language counts until one is chosen", async () => {
      const chinese = { headers: { "accept-language": "zh-CN" } };
      expect((await readDrawn(`${product.url}/sign-in`, chinese)).heading).toBe(zhT("signIn.title"));
    });
    await test.step("dark is really dark, light is light", () => darkAndLight(page));
  },
);
