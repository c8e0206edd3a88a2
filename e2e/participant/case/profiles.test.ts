import type { Page } from "@playwright/test";
import { listDemoCases } from "#lib/demo/benchmark.ts";
import { db } from "#lib/db.ts";
import { makeBenchmarkOf } from "#e2e/participant/faults/made-cases.ts";
import {
  choose,
  expectCase,
  goOn,
  startSittingAs,
  sending,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const count = 3;
const { more, less } = { more: t("sitting.reading.more"), less: t("sitting.reading.less") };

/** A few cases with the longest profiles of the demo, recorded as new studies do. */
async function longest() {
  const lengthOf = (options: readonly { profile: string }[]) =>
    options.reduce((sum, { profile }) => sum + profile.length, 0);
  const cases = (await listDemoCases()).toSorted((a, b) => lengthOf(b.options) - lengthOf(a.options));
  const options = cases[0]?.options ?? [];
  const passages = Array.from({ length: count }, (_, n) => ({
    key: `long-${n}`,
    said: "Who has been at the lamp?\n".repeat(30),
    answered: `Nobody, ${n} times.`,
    names: options.map(({ name }) => name),
    profiles: options.map(({ profile }) => profile),
    gold: 0,
  }));
  const benchmark = await makeBenchmarkOf({ passages });
  const questions = { profiles: "open", reason: "optional" };
  return openedStudy({ benchmark, questions, sample: { seed: 7, quota: { Literary: count } } });
}

/** How many profiles of the open case don't show whole, and how many do. */
const look = (page: Page) =>
  page
    .locator("[data-profile]")
    .filter({ visible: true })
    .evaluateAll((all) => {
      const folded = all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length;
      return { folded, whole: all.length - folded };
    });
const boxOf = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).boundingBox();

const stored = async (sittingId: string) => {
  const answers = await db.answer.findMany({ where: { sittingId }, orderBy: { position: "asc" } });
  return answers.map(({ unfolded }) => unfolded);
};

/** How much of what has the focus lies under the bar on top, or under the one at the foot. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector("form[data-position]:not([aria-hidden=true])");
    const [top, foot] = [
      document.querySelector("header"),
      form?.querySelector("button[value=next]:not([hidden])"),
    ];
    const bar = foot?.closest("form > *");
    const on = document.activeElement;
    if (!top || !bar || !on || !form?.contains(on) || bar.contains(on)) return 0;
    const box = on.getBoundingClientRect();
    const under = box.bottom - bar.getBoundingClientRect().top;
    return Math.max(0, under, top.getBoundingClientRect().bottom - box.top);
  });

/** One bar, and the text begins where one looks first; the way on is always there, and in nobody's way. */
async function lookAtPhone(page: Page): Promise<void> {
  const bar = await page.getByRole("banner").boundingBox();
  expect(bar?.height).toBe(44);
  const text = page.getByRole("group", { name: t("sitting.reading.conversation") }).filter({ visible: true });
  const said = await text.getByText("Who has been at the lamp?").first().boundingBox();
  expect(said?.y).toBeLessThan(740 / 3);
  const next = await boxOf(page, t("sitting.case.next"));
  expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(740);
  expect(next?.y).toBeGreaterThan((740 * 2) / 3);
  expect(next?.width).toBeGreaterThan(160);
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press("Tab");
    expect(await covered(page)).toBe(0);
  }
}

async function showBesideDialogue(page: Page): Promise<void> {
  expect(await look(page)).toMatchObject({ folded: 0 });
  expect((await look(page)).whole).toBeGreaterThan(3);
  await expect(page.getByText(more).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("sitting.case.previous") })).toBeDisabled();
  const names = [t("sitting.case.previous"), t("sitting.case.next"), t("sitting.case.overview")];
  const placed = () => Promise.all(names.map((name) => boxOf(page, name)));
  const first = await placed();

  await untilKeysAreHeard(page);
  await page.keyboard.press("1");
  for (const key of [
    "Tab",
    "ArrowDown",
    "ArrowDown",
    "ArrowDown",
    "Tab",
    "Tab",
    "Tab",
    "Shift+Tab",
    "Shift+Tab",
  ]) {
    await page.keyboard.press(key);
    expect([key, await covered(page)]).toEqual([key, 0]);
  }
  await page.keyboard.press("Control+End");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .last()
    .boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(
    (await boxOf(page, names[1] ?? ""))?.y ?? 0,
  );

  await page.evaluate(() => window.scrollTo(0, 0));
  await goOn(page, 2);
  const second = await placed();
  expect(second.map((box) => [box?.x, box?.width])).toEqual(first.map((box) => [box?.x, box?.width]));
}

thorough(
  "on a phone one key unfolds every profile, for every case that follows; beside the dialogue all stand whole; each answer says so",
  async ({ page, signInAs }) => {
    const { sitter, caseAt } = await startSittingAs(page, signInAs, { study: await longest() });
    await page.setViewportSize({ width: 360, height: 740 });
    await Promise.all([supplied(page), page.goto(caseAt(1))]);
    expect(await look(page)).toMatchObject({ whole: 0 });
    await test.step("one bar, the text at once, and the way on under the thumb", () => lookAtPhone(page));
    await choose(page, 1);
    await expect.poll(() => stored(sitter.sittingId)).toEqual([false]);
    await goOn(page, 2);
    await untilKeysAreHeard(page);
    await page.keyboard.press("u");
    await expect(page.getByText(less).filter({ visible: true })).toBeVisible();
    expect(await look(page)).toMatchObject({ folded: 0 });
    await choose(page, 0);
    await expect.poll(() => stored(sitter.sittingId)).toEqual([false, true]);
    await goOn(page, 3);
    expect(await look(page)).toMatchObject({ folded: 0 });
    await page.reload();
    await expect(page.getByText(less).filter({ visible: true })).toBeVisible();
    expect(await look(page)).toMatchObject({ folded: 0 });
    await page.getByText(less).filter({ visible: true }).click();
    await press(page, t("sitting.case.previous"));
    await expectCase(page, 2);
    expect(await look(page)).toMatchObject({ whole: 0 });

    await press(page, t("sitting.case.previous"));
    await expectCase(page, 1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await test.step("beside the dialogue, and nothing lies under the bar", () => showBesideDialogue(page));
    await expect.poll(async () => (await stored(sitter.sittingId))[0]).toBe(true);
    await expect(sending(page)).toHaveText(t("sending.saved"));
  },
);

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  thorough(
    "a phone unfolds all profiles of a case at once, and how they stood isn’t known",
    async ({ page, signInAs, expectErrors }) => {
      expectErrors(/^failed: \S+\.js csp$/);
      const { sitter, caseAt } = await startSittingAs(page, signInAs, { study: await longest() });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(caseAt(1));
      await page.getByText(more).click();
      await expect(page.getByText(less)).toBeVisible();
      const names = page.getByRole("listitem").filter({ has: page.getByRole("radio") });
      await names.nth(1).click();
      await press(page, t("sitting.case.next"));
      await expectCase(page, 2);
      expect(await stored(sitter.sittingId)).toEqual([null]);
    },
  );
});
