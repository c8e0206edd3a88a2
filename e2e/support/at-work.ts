import { selectors, type BrowserContext, type Page } from "@playwright/test";

/**
 * Run in the page, as a selector: its document, for as long as what somebody does there could go unheard,
 * because React has not yet taken over each of the controls that the server drew.
 */
const engine = () => {
  const controls = "button, input:not([type=hidden]), select, textarea, form, summary, a[href]";
  type Fiber = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
  const own = (node: object, kind: string): unknown => {
    const key = Object.keys(node).find((one) => one.startsWith(`__react${kind}$`));
    return key === undefined ? undefined : (node as Record<string, unknown>)[key];
  };
  /** What was written as markup stays outside of React for good. */
  const isMarkup = (node: Element) => {
    for (let above = node.parentElement; above; above = above.parentElement) {
      const props = own(above, "Props") as { dangerouslySetInnerHTML?: unknown } | undefined;
      if (props) return props.dangerouslySetInnerHTML !== undefined;
    }
    return false;
  };
  const isAsleep = () => {
    if (document.readyState === "loading") return true;
    // Not one of the product's pages: an image, a text, a browser's own words.
    if (!document.querySelector('script[src*="/_next/"]')) return false;
    const container = own(document, "Container") as Fiber | undefined;
    if (!container || container.stateNode.current.memoizedState?.isDehydrated !== false) return true;
    if (document.querySelector(":is(form, input)[inert]")) return true;
    return [...document.body.querySelectorAll(controls)].some(
      (node) => !own(node, "Props") && !isMarkup(node),
    );
  };
  const query = () => (isAsleep() ? document.documentElement : null);
  return { query, queryAll: () => [query()].filter((found) => found !== null) };
};

const asleep = "asleep=page";
/** What a page is told to wait for by a test that means to be there before the script. */
const early = ["commit", "domcontentloaded"];

/** Once for each process that drives a browser. */
export const knowAsleep = () => selectors.register("asleep", engine);

export const untilAtWork = (page: Page) => page.locator(asleep).waitFor({ state: "hidden" });

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
 * On every page of the context, whoever opens it: to go somewhere is to wait until the page's script is at work,
 * and nothing is done or expected on a page that was come to otherwise before it is. A test that means to
 * be early says so where it goes: `waitUntil: "commit"`.
 */
export function waitForScripts(context: BrowserContext): void {
  context.on("page", (page) => {
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
  });
}
