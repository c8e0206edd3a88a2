import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { pauseReview, reopenReview } from "#lib/reviews/plan/mutations.ts";
import { decideNext } from "#lib/reviews/testing/working.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import {
  choice,
  choose,
  expectAtWork,
  expectItem,
  expectSaved,
  joined,
  openedReview,
  sending,
  supplied,
  type OpenedReview,
} from "#e2e/reviews/opened-review.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const keep = "Keep this case";
const listStored = async ({ id }: OpenedReview) =>
  (
    await db.reviewDecision.findMany({
      where: { reviewId: id },
      select: {
        accepts: true,
        reason: true,
        comment: true,
        revision: true,
        item: { select: { number: true } },
      },
      orderBy: [{ item: { number: "asc" } }, { revision: "asc" }],
    })
  ).map(({ item, ...decision }) => ({ number: item.number, ...decision }));

const kept = (count: number) =>
  count === 1 ? t("queue.sending.keptOne") : t("queue.sending.keptMany", { count: String(count) });

async function accept(page: Page): Promise<void> {
  await page.keyboard.press("a");
  await expect(choice(page, keep)).toBeChecked();
  await page.keyboard.press("Enter");
}

test("item after item by keys, with and without a network", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const review = await openedReview(8);
  const { person } = await joined(review, "annotator");
  await signInAs(person);
  await page.goto("/sittings");
  await page.getByRole("link", { name: t("queue.link") }).click();
  await expectHeading(page, t("queue.title"));
  await expect(page.getByText(t("queue.waiting.decide", { count: 8 }))).toBeVisible();
  await Promise.all([supplied(page), page.getByRole("link", { name: t("queue.go.decide") }).click()]);
  await expectHeading(page, review.title);
  await expectAtWork(page, 1);

  await test.step("the guidance is there whole, and a key away later", async () => {
    await expect(page.getByText("Reject it otherwise")).toBeVisible();
    await page.keyboard.press("g");
    await expect(page.getByRole("dialog", { name: t("queue.guidance") })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: t("queue.keys.title") })).toContainText("1–6");
    await page.keyboard.press("Escape");
  });

  await test.step("nothing is sent before something is chosen; keys write while one writes", async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("queue.form.missing.decision"))).toBeVisible();
    await page.keyboard.press("r");
    await page.keyboard.press("2");
    await expect(choice(page, "Wrong facts")).toBeChecked();
    await page.keyboard.press("c");
    await page.keyboard.type("a1 is a street");
    await expect(choice(page, "Wrong facts")).toBeChecked();
    await page.keyboard.press("Control+Enter");
    await expectItem(page, 2);
    await expectSaved(page);
    expect(await listStored(review)).toEqual([
      { number: 1, accepts: false, reason: "wrong_facts", comment: "a1 is a street", revision: 1 },
    ]);
  });

  await test.step("without a network one goes on, and is told", async () => {
    await context.setOffline(true);
    await accept(page);
    await expectItem(page, 3);
    await accept(page);
    await expectItem(page, 4);
    await accept(page);
    await expect(sending(page)).toContainText(kept(3));
    expect(await listStored(review)).toHaveLength(1);
    await context.setOffline(false);
    await expectSaved(page);
    expect((await listStored(review)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  await test.step("pressed twice it is sent once; what was begun is there after a reload", async () => {
    await expectItem(page, 5);
    await choose(page, keep);
    await page.getByRole("button", { name: t("queue.form.send.decide") }).dblclick();
    await expectItem(page, 6);
    await expectSaved(page);
    await choose(page, "Duplicate");
    await page.reload();
    await expect(choice(page, "Duplicate")).toBeChecked();
    expect((await listStored(review)).map(({ number, revision }) => [number, revision]).at(-1)).toEqual([
      5, 1,
    ]);
  });

  await test.step("another tab has the same items, and what is done there is done here", async () => {
    const other = await context.newPage();
    // At once, before the device has told what was begun in the first tab.
    await other.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector("[data-sending] [role=status]")?.textContent) return;
        seen.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      });
      seen.observe(document, { childList: true, subtree: true, characterData: true });
    });
    await other.goto(`/queue/${review.slug}`);
    await expectAtWork(other, 6);
    await expect(choice(other, keep)).toBeChecked();
    await other.keyboard.press("Enter");
    await expectItem(other, 7);
    await expectItem(page, 7);
    await expect(page.getByText(t("queue.notes.elsewhere", { number: 6 }))).toBeVisible();
    await other.close();
  });

  await test.step("at the end nothing waits, and one’s own are a link away", async () => {
    await accept(page);
    await expectItem(page, 8);
    await accept(page);
    await expect(page.getByText(t("queue.nothing.done"))).toBeVisible();
    await expectSaved(page);
    await page
      .getByRole("link", { name: t("queue.own") })
      .first()
      .click();
    await expect(page.getByText(t("queue.mine.count", { count: 8 }))).toBeVisible();
    await page.goBack();
    await expect(page.getByText(t("queue.nothing.done"))).toBeVisible();
    expect((await listStored(review)).map(({ revision }) => revision)).toEqual(Array(8).fill(1));
  });
});

test("time that is over, a pause, signing out, somebody else at the same browser: nothing is lost, nothing becomes another’s", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 409/, /status of 401/, /ERR_INTERNET_DISCONNECTED/);
  const review = await openedReview(6);
  const [one, two] = [await joined(review, "annotator"), await joined(review, "annotator")];
  const { signIn } = await signInAs(one.person);
  await Promise.all([supplied(page), page.goto(`/queue/${review.slug}`)]);
  await expectItem(page, 1);

  await test.step("decided by somebody else meanwhile: told, and kept until it has been seen", async () => {
    await context.setOffline(true);
    await db.reviewLease.updateMany({
      where: { reviewId: review.id, item: { number: 1 } },
      data: { until: new Date(0) },
    });
    await decideNext(await two.part(), { accepts: false, reason: "unclear" });
    await accept(page);
    await expectItem(page, 2);
    await expect(sending(page)).toContainText(kept(1));
    await context.setOffline(false);
    const aside = page.getByRole("region", { name: t("queue.aside.title") });
    await expect(aside).toContainText(t("queue.problems.decided_by_other"));
    await Promise.all([supplied(page), page.reload()]);
    await expect(aside).toContainText(keep);
    await press(page, t("queue.aside.putAway", { number: 1 }));
    await expect(aside).toBeHidden();
    expect(await listStored(review)).toMatchObject([{ number: 1, accepts: false }]);
  });

  await test.step("paused: what is decided waits, and is sent once the review goes on", async () => {
    expectValue(await pauseReview(operator(), review.slug));
    await expectItem(page, 2);
    await accept(page);
    await expectItem(page, 3);
    await expect(sending(page)).toContainText(t("queue.sending.paused"));
    expect(await listStored(review)).toHaveLength(1);
    expectValue(await reopenReview(operator(), review.slug));
    await page.reload();
    await expectSaved(page);
    expect(await listStored(review)).toHaveLength(2);
  });

  await test.step("signed out, and somebody else signed in: it waits for whose it is", async () => {
    await expectItem(page, 3);
    await db.signIn.delete({ where: { id: signIn.signInId } });
    await accept(page);
    await expect(sending(page)).toContainText(t("queue.sending.signed_out"));
    await signInAs(two.person);
    // Of two tabs the other is theirs now. The first one goes on trying.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(sending(page)).toContainText(kept(1));
    const other = await context.newPage();
    await other.goto(`/queue/${review.slug}`);
    await expect(sending(other)).toHaveText(t("queue.sending.saved"));
    await other.close();
    expect(await listStored(review)).toHaveLength(2);
    await signInAs(one.person);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expectSaved(page);
    const { userId } = await one.part();
    expect(
      await db.reviewDecision.count({
        where: { annotatorId: userId, item: { number: 3, reviewId: review.id } },
      }),
    ).toBe(1);
  });
});

test("what is decided before the device has been read isn't called saved, and is stored once", async ({
  page,
  signInAs,
}) => {
  const review = await openedReview(2);
  const { person } = await joined(review, "annotator");
  await signInAs(person);
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    const asked: (() => void)[] = [];
    Object.assign(window, { readDevice: () => asked.splice(0).forEach((go) => go()) });
    indexedDB.open = (...given) => {
      const request = open(...given);
      const held = new Promise<void>((go) => asked.push(go));
      let onSuccess: typeof request.onsuccess = null;
      Object.defineProperty(request, "onsuccess", {
        get: () => onSuccess,
        set(heard) {
          onSuccess = heard;
        },
      });
      request.addEventListener("success", (event) => void held.then(() => onSuccess?.call(request, event)));
      return request;
    };
  });
  // By itself, past the line that says what is saved.
  const sentAsForm: string[] = [];
  page.on("request", (request) => {
    if ("next-action" in request.headers()) sentAsForm.push(request.url());
  });
  const decisions = () => db.reviewDecision.count({ where: { reviewId: review.id } });
  await page.goto(`/queue/${review.slug}`);
  await expectItem(page, 1);
  await accept(page);
  await page.keyboard.press("Enter");
  await expect(sending(page)).toHaveCount(0);
  expect(await decisions()).toBe(0);
  await page.evaluate(() => (window as unknown as { readDevice: () => void }).readDevice());
  await expectItem(page, 2);
  await expectSaved(page);
  expect(await decisions()).toBe(1);
  expect(sentAsForm).toEqual([]);
});
