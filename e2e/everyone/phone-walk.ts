import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { noted } from "#e2e/participant/access/noted-codes.ts";
import { recordResponses } from "#e2e/participant/faults/response-recorder.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import type { Product } from "#e2e/support/product.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { expect, type Fixtures } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

type PhoneFixtures = Pick<Fixtures, "newDevice" | "expectErrors"> & { product: Product };
type Sitting = {
  link: string;
  count: number;
  /** In a case of which more is asked than one of its cards: how it is answered. */
  choose?: (phone: Page, place: number) => Promise<void>;
};

/**
 * Somebody goes from the link to the last page on a narrow phone, in Chinese and in the dark; axe finds nothing.
 * Returns what their browser got, every byte but their passphrase, as if nothing had been escaped.
 */
export async function judgeOnPhone(world: PhoneFixtures, { link, count, choose }: Sitting): Promise<string> {
  // The browser talks to whoever stands between it and the product.
  world.expectErrors(/^stranger: /);
  const wire = await recordResponses(world.product);
  let passphrase = "";
  try {
    const phone = await world.newDevice({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale: "zh-CN",
      colorScheme: "dark",
      baseURL: wire.url,
    });
    const looked = new Set<string>();
    await goThrough(phone, link, {
      words: zhT,
      count,
      ...(choose && { choose: (place) => choose(phone, place) }),
      async atEach(place) {
        if (place === "code") passphrase = await noted(phone, zhT("way.keep.passphrase"));
        expect(await hasSidewaysScroll(phone), phone.url()).toBe(false);
        // The cases differ in their words alone: axe looks at each page once.
        const kind = new URL(phone.url()).pathname.replace(/\/\d+$/, "/CASE");
        if (!looked.has(kind)) expect(await findViolations(phone), phone.url()).toEqual([]);
        looked.add(kind);
        await wire.quiet();
      },
    });
    await phone.close();
  } finally {
    await wire.close();
  }
  const bytes = wire.recorded.map(({ headers, body }) => [...headers, body].join("\n")).join("\n");
  // Its words are drawn by chance; what must not be told could be among them. And what stands in a script is escaped.
  expect(bytes).toContain(passphrase);
  return bytes.replaceAll(passphrase, "").replaceAll("\\", "");
}
