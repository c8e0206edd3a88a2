import type { BrowserContext, Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";
import { heading, press } from "#e2e/support/screens.ts";
import { expect } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** What a case's screen shows of its answer: the candidate by its place, from 0. */
export type ScreenAnswer = { choice: number | null; reason: string; isFlagged: boolean };

const nothing: ScreenAnswer = { choice: null, reason: "", isFlagged: false };
const asksReason = (page: Page) => page.getByRole("textbox", { name: t("sitting.extra.reason") });
const flag = (page: Page) => page.getByRole("checkbox", { name: t("sitting.extra.flag") });

/** Who looks over a participant's shoulder: at the screen, and at what went over the wire. */
export class AnswerRecord {
  readonly sittingId: string;
  /** Last seen on a screen, by position. */
  readonly shown = new Map<number, ScreenAnswer>();
  readonly sent = new Map<string, SentAnswer>();
  readonly acknowledged = new Set<string>();

  constructor(sittingId: string) {
    this.sittingId = sittingId;
  }

  watch(context: BrowserContext): this {
    const address = `/api/sittings/${this.sittingId}/answers`;
    context.on("request", (request) => {
      if (request.method() !== "POST" || new URL(request.url()).pathname !== address) return;
      const answer = request.postDataJSON() as SentAnswer & { isDraft?: true };
      if (!answer.isDraft) this.sent.set(answer.id, answer);
    });
    context.on("response", (response) => {
      if (response.status() !== 200 || new URL(response.url()).pathname !== address) return;
      const { id, isDraft } = response.request().postDataJSON() as SentAnswer & { isDraft?: true };
      if (!isDraft) this.acknowledged.add(id);
    });
    return this;
  }

  async look(page: Page): Promise<ScreenAnswer> {
    const position = await positionOf(page);
    const chosen = await page
      .getByRole("radio")
      .evaluateAll((radios) => radios.findIndex((radio) => (radio as HTMLInputElement).checked));
    const reason = (await asksReason(page).count()) > 0 ? await asksReason(page).inputValue() : "";
    const isFlagged = (await flag(page).count()) > 0 && (await flag(page).isChecked());
    const shown = { choice: chosen < 0 ? null : chosen, reason, isFlagged };
    this.shown.set(position, shown);
    return shown;
  }

  /** What the database has of the case on the screen. */
  async stored(page: Page): Promise<ScreenAnswer | null> {
    const where = { sittingId_position: { sittingId: this.sittingId, position: await positionOf(page) } };
    const served = await db.servedCase.findUnique({ where, include: { answer: true } });
    return served?.answer ? asShown(served.answer, served.optionOrder) : null;
  }
}

const positionOf = async (page: Page) => Number(/\d+/.exec((await heading(page).textContent()) ?? "")?.[0]);

type StoredAnswer = { decision: string | null; reason: string | null; isFlagged: boolean };
const asShown = (
  { decision, reason, isFlagged }: StoredAnswer,
  optionOrder: readonly number[],
): ScreenAnswer => ({
  choice: decision === null ? null : optionOrder.indexOf(Number(decision)),
  reason: reason ?? "",
  isFlagged,
});

/** What the history says of an answer: the option by its place in the case, and of some parts only what was told. */
export function asKept(value: AnswerValue, optionOrder: readonly number[]) {
  const { choice, cannotRead, unfolded, ...rest } = answerValue.parse(value);
  const told = { ...(cannotRead && { cannotRead }), ...(unfolded !== null && { unfolded }) };
  return { ...rest, ...told, choice: choice === null ? null : optionOrder[Number(choice)] };
}

const givenAt = (one: { givenAt: Date | null; savedAt: Date }) => (one.givenAt ?? one.savedAt).getTime();

/**
 * Every acknowledged answer is in the database exactly once, nothing is there that nobody sent, and what counts is
 * what its participant saw last.
 */
export async function expectStoredAsShown({
  sittingId,
  shown,
  sent,
  acknowledged,
}: AnswerRecord): Promise<void> {
  // What is acknowledged while it is read may be stored after that moment.
  const told = [...acknowledged];
  // All as it is at one moment: an answer may still arrive, and is read by several statements.
  const served = await db.$transaction(
    (tx) =>
      tx.servedCase.findMany({
        where: { sittingId },
        orderBy: { position: "asc" },
        include: { answer: true, revisions: { orderBy: { revision: "asc" } } },
      }),
    { isolationLevel: "RepeatableRead" },
  );
  // What the server puts together of several, nobody sent as it is.
  const revisions = served.flatMap((one) => one.revisions).filter(({ isMerged }) => !isMerged);
  const ids = revisions.map(({ id }) => id);
  expect(shown.size, "cases that were looked at").toBeGreaterThan(0);
  expect(acknowledged.size, "answers that were acknowledged").toBeGreaterThan(0);
  expect(
    told.filter((id) => !ids.includes(id)),
    "acknowledged, but lost",
  ).toEqual([]);
  expect(
    ids.filter((id) => !sent.has(id)),
    "stored, but never sent",
  ).toEqual([]);
  for (const { id, position, value } of revisions) {
    const answer = sent.get(id);
    const order = served.find((one) => one.position === position)?.optionOrder ?? [];
    expect({ position, value }).toEqual({
      position: answer?.position,
      value: answer && asKept(answer.value, order),
    });
  }
  for (const { position, optionOrder, answer, revisions: history } of served) {
    const seen = shown.get(position);
    // Of two that are under way at once, the one that arrives last has the higher number, and may have been given first.
    const byGiven = history.toSorted((a, b) => givenAt(a) - givenAt(b) || a.revision - b.revision);
    expect(answer?.revision ?? 0, `the newest counts at ${position}`).toBe(byGiven.at(-1)?.revision ?? 0);
    if (!seen) continue;
    const stored = answer ? asShown(answer, optionOrder) : nothing;
    expect(stored, `what was shown at ${position}`).toEqual(seen);
  }
}

/** Goes elsewhere, comes back, and through all cases up to the last that was seen: each has to look as it was left. */
export async function expectShownAgain(page: Page, { sittingId, shown }: AnswerRecord): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/sittings/${sittingId}/1`);
  const open = page.locator("form").filter({ visible: true, has: page.getByRole("radio") });
  for (let position = 1; position <= Math.max(...shown.keys()); position++) {
    if (position > 1) await press(page, t("sitting.case.next"));
    // Where nothing is chosen, Next says so once.
    if (position > 1 && typeof shown.get(position - 1)?.choice !== "number")
      await press(page, t("sitting.case.next"));
    await expect(open.locator("input[name=position]")).toHaveValue(String(position));
    const again = new AnswerRecord(sittingId);
    const seen = shown.get(position);
    if (seen) await expect.poll(() => again.look(page), `case ${position}, come back to`).toEqual(seen);
  }
}
