import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import { atEnd } from "#bench/support/clean-up.ts";

const quiet = ["background-networking", "component-update", "sync", "quic"].map(
  (part) => `--disable-${part}`,
);

export async function openBrowser(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [...sandbox, ...quiet, "--no-first-run"],
  });
  atEnd(() => browser.close());
  return browser;
}

export type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Enters by a link as a person does, and returns what the browser then keeps. */
export async function enter(browser: Browser, link: string): Promise<SignedIn> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.locator("main form button").last().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/enter/"));
  const kept = await context.storageState();
  await context.close();
  return kept;
}
