import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { readChinese } from "#e2e/everyone/chinese.ts";
import { arrive, pageCases, type PageCase } from "#e2e/everyone/pages.ts";
import { hasSidewaysScroll, tallRows } from "#e2e/support/screens.ts";
import type { Product } from "#e2e/support/product.ts";
import { expect, leave, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { localeCookie, locales } from "#lib/i18n/locale.ts";

/** Controls that stick out at a side, except where what holds them scrolls by itself. */
const cutOff = (page: Page) =>
  page.locator("body :is(button, a, input, select, summary)").evaluateAll((controls) =>
    controls
      .filter((control) => {
        let box = control.parentElement;
        while (box && !["auto", "scroll"].includes(getComputedStyle(box).overflowX)) box = box.parentElement;
        return control.checkVisibility() && !box;
      })
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      })
      .map((control) => control.outerHTML.slice(0, 160)),
  );

/** On a desktop nothing has to be pushed aside to be read. */
const scrollingSideways = (page: Page) =>
  page.locator("main *").evaluateAll((all) =>
    all
      .filter(
        (one) =>
          one.checkVisibility() && !one.matches("[data-wide]") && one.scrollWidth > one.clientWidth + 1,
      )
      .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
      .map((one) => one.outerHTML.slice(0, 160)),
  );

/** Lists whose rows keep to one line each, however much there is to a row. */
const lists =
  /^\/(admin\/(people|record(\/doors)?)|endpoints|studies|studies\/STUDY\/results\/(people|scale)) (as|with) /;

/** Rows of tabs that are swiped on a phone, with a bar beneath that hides what they lead to. */
const barredTabs = (page: Page) =>
  page.locator("nav, [role=tablist]").evaluateAll((rows) =>
    rows
      .filter((row) => row.checkVisibility() && row.scrollWidth > row.clientWidth + 1)
      .filter((row) => {
        const { overflowX, scrollbarWidth } = getComputedStyle(row);
        return ["auto", "scroll"].includes(overflowX) && scrollbarWidth !== "none";
      })
      .map((row) => row.outerHTML.slice(0, 160)),
  );

async function expectWhole(page: Page, look: string): Promise<void> {
  // 1280 pixels wide, each thing twice as large; and a phone.
  for (const [width, height] of [
    [640, 360],
    [360, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect.soft(await hasSidewaysScroll(page), `scrolls sideways: ${look}, ${width}`).toBe(false);
    expect.soft(await cutOff(page), `cut off: ${look}, ${width}`).toEqual([]);
  }
  expect.soft(await barredTabs(page), `bars under tabs: ${look}`).toEqual([]);
}

/** Of staff's pages those with most to hold, and what participants see; Chinese is shorter, so that what holds English holds it as well. */
const laidOutInChinese: ReadonlySet<string> = new Set([
  "/account as admin",
  "/admin as admin",
  "/admin/people as admin",
  "/admin/benchmarks/[slug] as admin",
  "/admin/benchmarks/[slug]/runs as admin",
  "/studies/[slug] as admin",
  "/studies/[slug]/invitations as admin",
  "/studies/[slug]/preview as admin",
  "the preview of a draft",
  "the sample of a draft",
  "the words of a draft",
  "/studies/STUDY/results with answers",
  "/studies/STUDY/results/people with answers",
  "/studies/STUDY/results/report with answers",
]);

/** What was judged on the walk: looks that had their turn, in each theme. */
type Walk = { url: string; judged: Record<"light" | "dark", Set<string>> };

async function expectFlawless(
  page: Page,
  look: string,
  { judged }: Walk,
  theme: "light" | "dark",
  within = ":root",
) {
  await page.emulateMedia({ colorScheme: theme });
  const scope = theme === "dark" ? "colours" : "everything";
  expect.soft(await findViolations(page, scope, within, judged[theme]), look).toEqual([]);
}

async function lookAt(page: Page, address: string, one: PageCase, walk: Walk): Promise<void> {
  const { caller, name, status = 200 } = one;
  // Every shared part in both themes, for those who build the product.
  const isGallery = address === "/gallery";
  // Staff screens are made for desktops: on a phone nothing is lost.
  const isStaff = isGallery || ["researcher", "admin"].includes(caller);
  for (const locale of isGallery ? (["en"] as const) : locales) {
    await page.context().addCookies([{ name: localeCookie, value: locale, url: walk.url }]);
    // A refusal is put in its place by script.
    if (isStaff && status === 200 && locale === "zh-CN" && !laidOutInChinese.has(name)) {
      await readChinese(page, address, name);
      continue;
    }
    if (locale === "en") await page.setViewportSize({ width: 1280, height: 800 });
    expect.soft((await page.goto(address))?.status(), name).toBe(status);
    await expect(page.locator("h1"), name).toHaveCount(1);
    // A page that stays English whatever was chosen has nothing new to look at.
    if ((await page.locator("html").getAttribute("lang")) !== locale) continue;
    // What axe looks at is the same in every language and at every width, but for colours, words and sizes: each
    // theme is looked at once, each language once, and a desktop and a phone once.
    if (isStaff && locale === "en" && !isGallery) {
      expect.soft(await page.evaluate(() => scrollY), `stands at its beginning: ${name}`).toBe(0);
      expect.soft(await hasSidewaysScroll(page), `scrolls sideways: ${name}, 1280`).toBe(false);
      expect.soft(await scrollingSideways(page), `scrolls sideways inside: ${name}, 1280`).toEqual([]);
      if (lists.test(name)) expect.soft(await tallRows(page), `rows of one line: ${name}`).toEqual([]);
    }
    if (locale === "en") {
      await expectFlawless(page, `${name}: en, 1280`, walk, "light");
      if (!isGallery) await expectFlawless(page, `${name}: en, 1280, dark`, walk, "dark");
    }
    await expectWhole(page, `${name}: ${locale}`);
  }
  if (!isStaff) await expectFlawless(page, `${name}: ${locales.at(-1)}, 360`, walk, "light");
}

async function walk(
  { page, product, expectErrors }: Pick<Fixtures, "expectErrors"> & { page: Page; product: Product },
  cases: readonly PageCase[],
  look: (address: string, one: PageCase, walk: Walk) => Promise<void>,
): Promise<void> {
  for (const status of new Set(cases.flatMap((one) => one.status ?? [])))
    expectErrors(new RegExp(`status of ${status}`));
  const { url } = product;
  const judged = { light: new Set<string>(), dark: new Set<string>() };
  for (const one of cases)
    await test.step(one.name, async () => {
      // A page that follows something would go on asking without its cookie.
      await leave(page);
      await page.context().clearCookies();
      await look(await arrive(page.context(), one, url), one, { url, judged });
    });
}

/** Between them they have every part that pages share, and each way in which a page is laid out. */
const representatives = {
  "/sign-in as nobody": "the public frame: fields, a password that can be shown, tabs that are links",
  "not found": "a refusal, with its reference",
  "/join/[code] as nobody": "a participant’s page of words, with one thing to agree to",
  "/sittings/[sittingId]/[position] as participant": "a case: the bar, the passage, cards to choose from",
  "/queue/[slug] as participant": "a review’s queue: an item, and the form beside it",
  "/admin/people as admin":
    "the staff frame: a table with its filter, order and pages, and what opens a dialog",
  "the sample of a draft": "the builder: its steps, a form of many fields, the bar that saves",
  "the power of a draft": "the builder’s chart and the table beneath it",
  "/studies/[slug] as admin": "a board that follows what happens",
  "/studies/STUDY/results with answers": "figures, with their tables, notes and downloads",
  "/admin/benchmarks/[slug]/cases/[track]/[key] as admin": "a case as staff read it, with what models said",
  "/gallery as nobody": "every control, badge, callout, table and figure in each of its states, and notices",
};

const noticesShown = ":has(> ol > li[data-state=open])";
async function raiseNotices(page: Page): Promise<void> {
  for (const notice of ["Good news", "Bad news"])
    await page.getByRole("button", { name: notice }).first().click();
  await expect(page.getByText("Ada is added.").first()).toBeVisible();
  // They stay for as long as somebody is at one of them, however long it takes to look.
  await page.locator("ol > li[data-state=open]").first().hover();
}

test("axe finds nothing, and nothing is cut off, in pages that have all shared parts between them, light on a desktop and dark on a phone", async ({
  page,
  product,
  expectErrors,
}) => {
  const cases = Object.keys(representatives).map((name) => {
    const found = pageCases.find((one) => one.name === name);
    if (!found) throw new Error(`there is no page named ${name}`);
    return found;
  });
  await walk({ page, product, expectErrors }, cases, async (address, { name, status = 200 }, on) => {
    // The gallery has a column of each theme, whichever the page is in.
    const within = (theme: string) =>
      address === "/gallery" ? `main [data-theme=${theme}], ${noticesShown}` : ":root";
    await page.setViewportSize({ width: 1280, height: 800 });
    expect.soft((await page.goto(address))?.status(), name).toBe(status);
    await expect(page.locator("h1"), name).toHaveCount(1);
    if (address === "/gallery") await raiseNotices(page);
    expect.soft(await hasSidewaysScroll(page), `scrolls sideways: ${name}, 1280`).toBe(false);
    await expectFlawless(page, `${name}: 1280`, on, "light", within("light"));
    await page.setViewportSize({ width: 360, height: 800 });
    expect.soft(await hasSidewaysScroll(page), `scrolls sideways: ${name}, 360`).toBe(false);
    expect.soft(await cutOff(page), `cut off: ${name}, 360`).toEqual([]);
    await expectFlawless(page, `${name}: 360, dark`, on, "dark", within("dark"));
  });
});

for (const [area, cases] of Map.groupBy(pageCases, (one) => one.area))
  thorough(
    `axe finds nothing, and nothing is cut off, in any look: ${area}`,
    async ({ page, product, expectErrors }) => {
      await walk({ page, product, expectErrors }, cases, (address, one, on) =>
        lookAt(page, address, one, on),
      );
    },
  );
