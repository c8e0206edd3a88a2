import type { Page } from "@playwright/test";
import { makeBenchmarkOf } from "#e2e/participant/faults/made-cases.ts";
import { choose, expectSaved, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { listGivenAway, recordTwins, twinCases } from "#e2e/participant/faults/twin-sittings.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** Shown once, right after consenting. */
async function readPassphrase(page: Page): Promise<string | null> {
  const phrase = page
    .getByText(t("way.keep.passphrase"), { exact: true })
    .locator("xpath=following-sibling::dd");
  return (await phrase.count()) > 0 ? phrase.textContent() : null;
}

// The same of every page, asked for in every way that a browser does: nothing-given-away.http.test.ts.
thorough(
  "what a browser receives in a whole sitting does not depend on what is right, and holds nothing of others",
  async ({ product, newDevice, expectErrors }) => {
    // The browser talks to whoever stands between it and the product.
    expectErrors(/^stranger: /);
    const { differing, received } = await recordTwins(product, async (wire, link) => {
      const page = await newDevice({ baseURL: wire.url });
      let passphrase: string | null = null;
      await goThrough(page, link, {
        words: t,
        count: twinCases,
        async atEach() {
          passphrase ??= await readPassphrase(page);
          await wire.quiet();
        },
      });
      await page.close();
      return passphrase;
    });
    expect(differing).toEqual([]);
    for (const one of received) {
      expect(one.recorded.length).toBeGreaterThan(20);
      expect(listGivenAway(one)).toEqual([]);
    }
  },
);

const markup = {
  said: '<img src="/nowhere.png" onerror="window.stolen = 1"> & <b>bold</b>',
  answered: "</script><script>window.stolen = 2</script> \u202Edrawkcab\u202C \u200Fמים",
  names: ["<i>Ilse</i>", "{{Roe}}", "${Pilot}", '"><svg onload="window.stolen = 3">'],
  profiles: [
    "<style>body { display: none }</style>",
    "<a href='javascript:window.stolen=4'>me</a>",
    null,
    null,
  ],
};

test("markup in a case is shown as characters and runs nothing", async ({ page, signInAs }) => {
  const twice = [1, 2].map((n) => ({
    ...markup,
    answered: `${markup.answered} ${n}`,
    key: `markup-${n}`,
    gold: 0,
  }));
  const benchmark = await makeBenchmarkOf({ passages: twice });
  const { caseAt, answerRecord } = await startSittingAs(page, signInAs, {
    study: await openedStudy({ benchmark }),
  });
  // The first comes with the page, the second with a script.
  await page.goto(caseAt(1));
  for (const place of [1, 2]) {
    await expectHeading(page, t("sitting.case.place", { place: String(place), count: "2" }));
    const main = page.getByRole("main");
    for (const text of [markup.said, ...markup.names, ...markup.profiles.filter((one) => one !== null)])
      await expect(main.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(main.getByText(markup.answered).filter({ visible: true })).toHaveCount(1);
    await expect(main.locator(":is(img, style, b, svg[onload], a[href^=javascript])")).toHaveCount(0);
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    if (place === 1) await press(page, t("sitting.case.next"));
  }
});
