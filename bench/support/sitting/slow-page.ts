import type { Browser, CDPSession, Page } from "@playwright/test";
import type { Sitter } from "#bench/support/sitting/people.ts";
import type { Site } from "#bench/support/site.ts";

type Slow = {
  /** How many times slower than this machine. */
  processor: number;
  /** 1.6 Mbit/s down, 750 kbit/s up, 150 ms from a request to the first byte of its answer. */
  network: boolean;
  viewport?: { width: number; height: number };
};

export type SlowPage = Page & { devtools: CDPSession };

const bytesPerSecond = (kilobits: number) => (kilobits * 1000) / 8;

/** A participant's browser with nothing in its cache, on a slower machine. */
export async function openSlowPage(
  browser: Browser,
  site: Site,
  sitter: Sitter | null,
  { processor, network, viewport = { width: 1280, height: 800 } }: Slow,
): Promise<SlowPage> {
  const context = await browser.newContext({ viewport, locale: "en-GB" });
  if (sitter) await context.addCookies(sitter.cookies.map((cookie) => ({ ...cookie, url: site.url })));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processor });
  if (network)
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: bytesPerSecond(1600),
      uploadThroughput: bytesPerSecond(750),
    });
  return Object.assign(page, { devtools });
}
