import type { BrowserContext, Page } from "@playwright/test";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { AnswerRecord } from "#e2e/participant/faults/answer-record.ts";
import type { Person } from "#e2e/support/people.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { beginAt, personOf, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, type Visitor } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type SignInAs = (who: Person, context?: BrowserContext) => Promise<Visitor>;
type Options = { count?: number; questions?: Record<string, unknown>; study?: OpenStudy };

export type StartedSitting = {
  study: OpenStudy;
  sitter: Sitter;
  person: Person;
  visitor: Visitor;
  answerRecord: AnswerRecord;
  caseAt: (position: number) => string;
};

/** Somebody in the middle of a small sitting, signed in, with a record of their answers beside them. */
export async function startSittingAs(
  page: Page,
  signInAs: SignInAs,
  { count = 3, questions = {}, study: given }: Options = {},
): Promise<StartedSitting> {
  const study = given ?? (await tideStudy(count, { questions: { reason: "optional", ...questions } }));
  const sitter = await beginAt(study);
  const person = personOf(sitter);
  const visitor = await signInAs(person, page.context());
  const answerRecord = new AnswerRecord(sitter.sittingId).watch(page.context());
  const caseAt = (position: number) => `/sittings/${sitter.sittingId}/${position}`;
  return { study, sitter, person, visitor, answerRecord, caseAt };
}

export const candidates = (page: Page) => page.getByRole("listitem").filter({ has: page.getByRole("radio") });
export const radio = (page: Page, choice: number) => page.getByRole("radio").nth(choice);
export const place = (number: number, count = 3) =>
  t("sitting.case.place", { place: String(number), count: String(count) });

/** Whatever comes after it is on the device, too: a few cases fit into one answer. */
export const supplied = (page: Page) =>
  page.waitForResponse((response) => response.url().includes("/cases?"));

/** By the whole card, as people do it. */
export async function choose(page: Page, choice: number): Promise<void> {
  await candidates(page).nth(choice).click();
  await expect(radio(page, choice)).toBeChecked();
}

/** How it stands with the answers, in the page's own words. */
export const sending = (page: Page) => page.locator("[data-sending]").getByRole("status");
export const kept = (count: number) =>
  count === 1 ? t("sending.keptOne") : t("sending.keptMany", { count: String(count) });

/**
 * What is on the screen is in the database, and the screen says so. Looked at until both agree: what the device kept
 * may come onto a page that the server drew a moment before.
 */
export async function expectSaved(page: Page, answerRecord: AnswerRecord): Promise<void> {
  await expect(async () => {
    await expect(sending(page)).toHaveText(t("sending.saved"));
    expect(await answerRecord.stored(page)).toEqual(await answerRecord.look(page));
  }).toPass();
}

/** The case itself, not only its heading: others lie ready beside it, out of sight. */
export async function expectCase(page: Page, at: number, count = 3): Promise<void> {
  await expectHeading(page, place(at, count));
  const open = page.locator("form").filter({ visible: true, has: page.getByRole("radio") });
  await expect(open.locator("input[name=position]")).toHaveValue(String(at));
  // The last thing to tell of it, once the case before is left.
  await expect(page).toHaveTitle(`${place(at, count)} · Benchside`);
}

export async function goOn(page: Page, to: number, count = 3): Promise<void> {
  await press(page, t("sitting.case.next"));
  await expectCase(page, to, count);
}

/** What is asked for waits until it is let in, so that what the page does meanwhile can be seen. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const letIn = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await letIn.promise;
    await route.continue();
  });
  return letIn.resolve;
}

/** How many answers that wait, copies of acknowledged ones, or drafts, of any sitting this browser has put away. */
export const countKept = (page: Page, what: "answers" | "copies" | "drafts" = "answers"): Promise<number> =>
  page.evaluate(
    (kept) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open("benchside");
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const name = kept === "drafts" ? kept : "answers";
          const store = opened.result.transaction(name).objectStore(name);
          // Copies lie under another name than a sitting's id.
          const range = kept === "copies" ? IDBKeyRange.lowerBound("kept ") : IDBKeyRange.upperBound("kept ");
          const counted = kept === "drafts" ? store.count() : store.index("sitting").count(range);
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
    what,
  );
