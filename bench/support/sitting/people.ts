import http from "node:http";
import { atEnd } from "#bench/support/clean-up.ts";
import type { Site } from "#bench/support/site.ts";
import { openBrowser, type Browser } from "#lib/simulation/browser.ts";
import { enterSitting } from "#lib/simulation/steps.ts";

/** Somebody who stands before the first case, and what their browser would send along. */
export type Sitter = {
  sittingId: string;
  cookies: { name: string; value: string }[];
  /** How many candidates each case has, by its position. */
  options: ReadonlyMap<number, number>;
};

export const cookieOf = (cookies: readonly { name: string; value: string }[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

const AT_ONCE = 4;

/** So many people enter by the link, page by page, as somebody without script does. */
export async function enterAll(open: () => Browser, link: string, count: number) {
  const entered: { browser: Browser; sittingId: string; options: Sitter["options"] }[] = [];
  let begun = 0;
  const enterOne = async () => {
    while (begun < count) {
      begun += 1;
      const browser = open();
      const { sittingId, cases } = await enterSitting(browser, link);
      const options = new Map(cases.map(({ position, names }) => [position, names.length]));
      entered.push({ browser, sittingId, options });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, enterOne));
  return entered;
}

export async function enterPeople({ url }: Site, link: string, count: number): Promise<Sitter[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  atEnd(() => agent.destroy());
  const entered = await enterAll(() => openBrowser(url, { agent }), link, count);
  return entered.map(({ browser, ...sitter }) => ({
    ...sitter,
    cookies: [...browser.cookies].map(([name, value]) => ({ name, value })),
  }));
}
