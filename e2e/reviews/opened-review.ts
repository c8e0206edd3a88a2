import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { lookUpPart, lookUpReview, type OwnPart, type SeenReviewId } from "#lib/auth/review-scope.ts";
import { addMember } from "#lib/reviews/plan/member-mutations.ts";
import { createReview } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import { settingsSchema, type ReviewPart, type ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { addPerson, type Person } from "#e2e/support/people.ts";
import { expect } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

export type OpenedReview = { id: SeenReviewId; slug: string; title: string };

/** A review of so many cases, all of which are checked. */
export async function openedReview(
  cases: number,
  given: Partial<ReviewSettings> = {},
): Promise<OpenedReview> {
  const { slug: benchmark } = await importBenchmark({ Literary: cases });
  const template = "curated-cases";
  const settings = settingsSchema.parse({ ...settingsOf(template), secondShare: 0, auditRate: 0, ...given });
  const title = `Which of them hold? ${crypto.randomUUID().slice(0, 8)}`;
  const { slug } = expectValue(
    await createReview(operator(), { title, template, benchmark, study: null, settings }),
  );
  expectValue(await openReview(operator(), slug, { revision: 0 }));
  const review = await lookUpReview(operator(), { slug }, {});
  if (!review) throw new Error(`there is no review ${slug}`);
  return { id: review.id, slug, title };
}

export type Member = { person: Person; part: () => Promise<OwnPart> };

/** Somebody new with these parts; their own part as it is whenever it is asked for. */
export async function joined({ id, slug }: OpenedReview, ...parts: ReviewPart[]): Promise<Member> {
  const person = await addPerson("participant");
  expectValue(await addMember(operator(), id, { handle: person.handle, parts }));
  const part = async () => {
    const own = await lookUpPart(viewerFor({ ...person, secretHash: null }), slug);
    if (!own) throw new Error(`${person.name} has no part`);
    return own;
  };
  return { person, part };
}

export const item = (page: Page) => page.locator("[data-item]");
export const expectItem = (page: Page, number: number) =>
  expect(item(page)).toHaveText(t("queue.item", { number }));
export const sending = (page: Page) => page.locator("[data-sending]").getByRole("status");
export const expectSaved = (page: Page) => expect(sending(page)).toHaveText(t("queue.sending.saved"));
/** In front of somebody, and theirs to decide by keys: the device has been read. */
export async function expectAtWork(page: Page, number: number): Promise<void> {
  await expectItem(page, number);
  await expectSaved(page);
}
export const choice = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

/** By the whole card, as people do it. */
export async function choose(page: Page, name: string): Promise<void> {
  await page
    .locator("label")
    .filter({ has: choice(page, name) })
    .click();
  await expect(choice(page, name)).toBeChecked();
}

/** What comes after the first item is on the device. */
export const supplied = (page: Page) =>
  page.waitForResponse((response) => response.url().includes("/next?") && response.ok());
