import { chromium, type Browser } from "@playwright/test";
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
