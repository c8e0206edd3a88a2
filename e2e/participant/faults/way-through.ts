import type { Page } from "@playwright/test";
import { candidates, radio } from "#e2e/participant/faults/started-sitting.ts";
import { expectHeading, heading } from "#e2e/support/screens.ts";
import { expect } from "#e2e/support/test.ts";
import type { t } from "#e2e/support/words.ts";
import { joinPath } from "#lib/invitations/schema.ts";

type WalkOptions = {
  words: typeof t;
  count: number;
  atEach?: (place: string) => Promise<void>;
  /** In a case of which more is asked than one of its cards: how it is answered. */
  choose?: (place: number) => Promise<void>;
};

/** From the link to the last page: in each case another candidate is chosen, the first in the first. */
export async function goThrough(
  page: Page,
  link: string,
  { words: t, count, atEach = async () => {}, choose = (place) => chooseCard(page, place) }: WalkOptions,
): Promise<void> {
  const push = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.goto(joinPath(link));
  await atEach("join");
  await push(t("sitting.consent.agree"));
  await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
  await atEach("instructions");
  await push(t("sitting.own.start"));
  for (let place = 1; place <= count; place++) {
    await expectHeading(page, t("sitting.case.place", { place: String(place), count: String(count) }));
    const open = page.locator("form[data-kind]").filter({ visible: true });
    await expect(open.locator("input[name=position]")).toHaveValue(String(place));
    await choose(place);
    await atEach(`case ${place}`);
    await push(place < count ? t("sitting.case.next") : t("sitting.case.last"));
  }
  await expectHeading(page, t("sitting.submit.title"));
  await atEach("finish");
  await push(t("sitting.submit.confirm"));
  // Everything is stored first, and only then handed in.
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
  await atEach("debrief");
}

async function chooseCard(page: Page, place: number): Promise<void> {
  const choice = (place - 1) % (await candidates(page).count());
  await candidates(page).nth(choice).click();
  await expect(radio(page, choice)).toBeChecked();
}
