import type { BrowserContext, Page } from "@playwright/test";

/** The whole document, for as long as what somebody does there could go unheard: React hasn't taken over all of it. */
const asleep = "html:has([data-unheard], :is(form, input)[inert])";
/** What a page is told to wait for by a test that means to be there before the script. */
const early = ["commit", "domcontentloaded"];

export const untilAtWork = (page: Page) => page.locator(asleep).waitFor({ state: "hidden" });

/** What hears the keys of a case comes after the case, and draws what it tells. */
export const untilKeysAreHeard = (page: Page) =>
  page.locator("form[data-kind]").filter({ visible: true }).locator("dialog").waitFor({ state: "attached" });

/** Lets no script of a page come before it is told to; the page has to be gone to early. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letIn: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (letIn = resolve));
  await page.route("**/*.js", async (route) => {
    await waiting;
    await route.continue();
  });
  return letIn;
}

/**
 * To go somewhere is to wait until the page's script is at work, and nothing is done or expected on a page that was
 * come to otherwise before it is. A test that means to be early says so where it goes: `waitUntil: "commit"`.
 */
function waitOn(page: Page): void {
  let isOn: Promise<unknown> | null = null;
  const [goto, reload, goBack, goForward] = [page.goto, page.reload, page.goBack, page.goForward];
  const turn = async (on: boolean) => {
    if (on === Boolean(isOn)) return isOn;
    const locator = page.locator(asleep);
    isOn = on ? page.addLocatorHandler(locator, () => Promise.resolve()) : null;
    await (on ? isOn : page.removeLocatorHandler(locator));
  };
  const patiently =
    <A extends unknown[], R>(go: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const options = args.at(-1) as { waitUntil?: string } | string | undefined;
      const isEarly = typeof options === "object" && early.includes(options.waitUntil ?? "");
      await turn(!isEarly);
      const gone = await go.apply(page, args);
      if (!isEarly) await untilAtWork(page);
      return gone;
    };
  page.goto = patiently(goto);
  page.reload = patiently(reload);
  page.goBack = patiently(goBack);
  page.goForward = patiently(goForward);
  // A page that is closed at once needs none.
  turn(true).catch(() => undefined);
}

/** On every page of the context, whoever opens it. */
export function waitForScripts(context: BrowserContext): void {
  for (const page of context.pages()) waitOn(page);
  context.on("page", waitOn);
}
