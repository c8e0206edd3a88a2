import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import type { CasesSent } from "#lib/sittings/answers/wire.ts";
import { choose, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { listRequests } from "#e2e/support/requests.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// A scenario of eight thousand tokens and more, with several thoughts written for it.

const sentence = "The tide went out over the flats and left the boats lying on their sides. ";
const beginning = "Low water came before the light did. ";
const turn = "Only the ferrywoman saw the lantern. ";
const scenario = `${beginning}${sentence.repeat(220)}${turn}${sentence.repeat(220)}`;
const thoughts = [
  "I saw it, and nobody else did.",
  "Let them think the quay is dark.",
  "A light means a boat.",
];
const lines = thoughts.map((text, at) =>
  JSON.stringify({
    id: `flats-${at}`,
    track: "Silver",
    kind: "rating",
    scale: "rolethink-silver",
    group: "flats",
    content: {
      parts: [
        { role: "scenario", text: scenario },
        { role: "judged", text },
      ],
    },
  }),
);

async function studyOfThoughts() {
  const benchmark = await createBenchmark(operator(), {
    name: `Flats ${crypto.randomUUID().slice(0, 8)}`,
    description: "",
  });
  await bring(benchmark, { track: "Silver", cases: lines.join("\n"), results: {} });
  return openedStudy({
    benchmark: benchmark.slug,
    frame: { tracks: ["Silver"] },
    sample: { seed: 7, quota: { Silver: 3 }, groups: { Silver: 3 } },
    assignment: { caseOrder: "by_group" },
  });
}

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "3" });
const open = (page: Page) => page.locator("form[data-position]:not([aria-hidden=true])");
const find = (page: Page) => open(page).getByRole("searchbox", { name: t("sitting.reading.find.label") });
/** How far down the window the words stand that only the middle of the scenario has. */
const topOfTurn = (page: Page) =>
  open(page)
    .locator("[data-stretch]", { hasText: turn })
    .evaluate(({ firstChild: text }, words) => {
      const range = new Range();
      if (!(text instanceof Text)) throw new Error("a stretch is one text");
      range.setStart(text, text.data.indexOf(words));
      return Math.round(range.getClientRects()[0]?.top ?? Number.NaN);
    }, turn);
async function expectTurnAt(page: Page, least: number, most: number): Promise<void> {
  await expect
    .poll(async () => {
      const top = await topOfTurn(page);
      return top >= least && top <= most ? "there" : top;
    })
    .toBe("there");
}

thorough(
  "a long scenario is searched, and stays as it was read when the next thought for it comes",
  async ({ page, signInAs }) => {
    const { caseAt } = await startSittingAs(page, signInAs, { study: await studyOfThoughts() });
    // It is there from the first paint, so that nothing moves.
    expect(await (await page.request.get(caseAt(1))).text()).toContain(t("sitting.reading.find.label"));
    const supplied = page.waitForResponse((response) => response.url().includes("/cases?"));
    const requests = listRequests(page);
    await page.goto(caseAt(1));
    await expectHeading(page, place(1));
    // Both cases that come have it.
    const { cases, texts } = (await (await supplied).json()) as CasesSent;
    expect(cases.map(({ position }) => position)).toEqual([2, 3]);
    expect(texts).toEqual([scenario]);
    await untilKeysAreHeard(page);
    const asked = requests.map((request) => request.url());
    expect.soft(asked.length, asked.join("\n")).toBeLessThan(20);
    expect(await findViolations(page)).toEqual([]);

    await find(page).fill("FERRYWOMAN saw");
    await expect(
      open(page).getByText(t("sitting.reading.find.place", { at: "1", count: "1" })),
    ).toBeVisible();
    await expectTurnAt(page, 50, 600);
    await find(page).press("Enter");
    await expectHeading(page, place(1));
    await find(page).fill("boats");
    await find(page).press("Enter");
    await find(page).press("Enter");
    await expect(
      open(page).getByText(t("sitting.reading.find.place", { at: "3", count: "440" })),
    ).toBeVisible();
    await find(page).fill("whale");
    await expect(open(page).getByText(t("sitting.reading.find.none"))).toBeVisible();

    await find(page).fill(turn);
    await expectTurnAt(page, 50, 600);
    await choose(page, 3);
    const stood = await topOfTurn(page);
    await page.keyboard.press("n");
    await expectHeading(page, place(2));
    await expectTurnAt(page, stood - 2, stood + 2);

    await open(page).locator("details[data-long] > summary").click();
    await expect(open(page).getByText(beginning)).toBeHidden();
    await choose(page, 2);
    await page.keyboard.press("n");
    await expectHeading(page, place(3));
    await expect(open(page).getByText(beginning)).toBeHidden();
    expect(await hasSidewaysScroll(page)).toBe(false);
  },
);
