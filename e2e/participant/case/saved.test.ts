import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import {
  choose,
  expectCase,
  hold,
  radio,
  sending,
  startSittingAs,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const reason = (page: Page) => page.getByRole("textbox", { name: t("sitting.extra.reason") });
const slider = (page: Page) => page.getByRole("slider").filter({ visible: true });

test("nothing is called saved before the database has it, and leaving at once loses none of it, with a network or without", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 401/);
  const questions = { confidence: { ask: "optional", form: "slider" }, lastComment: true };
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions, count: 1 });
  const stored = () =>
    db.answer.findUnique({
      where: { sittingId_position: { sittingId: sitter.sittingId, position: 1 } },
      select: { confidence: true, reason: true },
    });
  const shown = async () => {
    const [text, said] = await Promise.all([reason(page).inputValue(), sending(page).textContent()]);
    return { text, isSaved: said === t("sending.saved") };
  };
  const leave = () => page.goto("/sittings");
  const comeBack = async () => {
    await page.goto(caseAt(1));
    await expectCase(page, 1, 1);
  };

  await comeBack();
  await choose(page, 2);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await test.step("a slider that is pressed where it stands", async () => {
    const confidence = async () => Number((await stored())?.confidence);
    await slider(page).click();
    await expect.poll(confidence).toBe(0.5);
    await expect(sending(page)).toHaveText(t("sending.saved"));
  });
  await test.step("on a page that was drawn before the last answer arrived", async () => {
    const response = await page.request.get(caseAt(1));
    const letIn = await hold(page, "**/answers");
    await choose(page, 1);
    await page.evaluate(() => {
      const line = document.querySelector("[data-sending=saving]") as HTMLElement;
      const tell = () => line.dataset.sending === "saved" && console.info("saved");
      new MutationObserver(tell).observe(line, { attributes: true });
    });
    await page.route(
      `**${caseAt(1)}`,
      async (route) => {
        const saved = page.waitForEvent("console", (message) => message.text() === "saved");
        letIn();
        await saved;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    let told: "nothing" | "signed out" | "all" = "nothing";
    await page.route("**/state", (route) => {
      if (told === "all") return route.continue();
      if (told === "nothing") return route.fulfill({ body: "<p>Welcome to the harbour</p>" });
      return route.fulfill({ status: 401, json: { error: "not_signed_in" } });
    });
    await page.reload();
    await expect(sending(page)).toHaveText(t("sending.waiting"));
    told = "signed out";
    await expect(sending(page)).toHaveText(t("sending.signedOut"));
    told = "all";
    await page.evaluate(() => void dispatchEvent(new Event("focus")));
    await expect(radio(page, 1)).toBeChecked();
    await expect(sending(page)).toHaveText(t("sending.saved"));
    await page.unrouteAll();
  });
  await test.step("while it is being written", async () => {
    for (const letter of "The tide took it") {
      await reason(page).pressSequentially(letter);
      const { text, isSaved } = await shown();
      if (isSaved) expect((await stored())?.reason).toBe(text);
    }
  });
  await test.step("left in the middle of a word", async () => {
    await reason(page).pressSequentially(" at ni");
    await leave();
    await expect.poll(stored).toMatchObject({ reason: "The tide took it at ni" });
  });
  await test.step("left with a slider that has just been moved", async () => {
    await comeBack();
    await expect(reason(page)).toHaveValue("The tide took it at ni");
    await slider(page).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
    const at = Number(await slider(page).inputValue());
    await leave();
    await expect.poll(async () => Number((await stored())?.confidence)).toBeCloseTo(at / 100);
  });
  await test.step("left while the server isn't reached", async () => {
    await comeBack();
    // What is sent as a page goes passes by whatever holds up the page's own requests.
    await page.evaluate(() => void (window.fetch = () => Promise.reject(new TypeError("not reached"))));
    await reason(page).press("Control+End");
    await reason(page).pressSequentially("ght");
    await leave();
    expect(await stored()).toMatchObject({ reason: "The tide took it at ni" });
    await comeBack();
    await expect.poll(stored).toMatchObject({ reason: "The tide took it at night" });
    await expect(sending(page)).toHaveText(t("sending.saved"));
    const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("left")));
    await expect.poll(left).toEqual([]);
  });
  await test.step("too long to be stored", async () => {
    await reason(page).fill("o".repeat(maxReason + 1));
    await expect(sending(page)).toHaveText(t("sending.unfit"));
    await reason(page).fill("Short.");
    await expect.poll(stored).toMatchObject({ reason: "Short." });
    await expect(sending(page)).toHaveText(t("sending.saved"));
  });
  await test.step("a last comment, before it is handed in", async () => {
    const comment = page.getByRole("textbox", { name: t("sitting.submit.comment") });
    const finish = `/sittings/${sitter.sittingId}/finish`;
    await page.goto(finish);
    await comment.pressSequentially("It was lo");
    await expect(page.getByText(t("sitting.submit.commentKept"))).toBeVisible();
    await page.reload();
    await comment.press("Control+End");
    await comment.pressSequentially("ng.");
    const tile = { place: "1", state: t("sitting.overview.states.answered") };
    await page.getByRole("link", { name: t("sitting.overview.tile", tile) }).click();
    await page.getByRole("button", { name: t("sitting.case.last") }).click();
    await expectHeading(page, t("sitting.submit.title"));
    await expect(comment).toHaveValue("It was long.");
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
    const where = { id: sitter.sittingId };
    expect(await db.sitting.findUnique({ where, select: { lastComment: true } })).toEqual({
      lastComment: "It was long.",
    });
    const left = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("comment")));
    await expect.poll(left).toEqual([]);
  });
});

test("numbers that don't add up aren't called saved, on a page that a draft brings them back to either", async ({
  page,
  signInAs,
}) => {
  const questions = { confidence: { ask: "optional", form: "options" } };
  const { sitter, caseAt } = await startSittingAs(page, signInAs, { questions, count: 1 });
  const numbers = page.getByRole("spinbutton").filter({ visible: true });
  const stored = () =>
    db.answerRevision.findMany({ where: { sittingId: sitter.sittingId }, orderBy: { revision: "asc" } });
  await page.goto(caseAt(1));
  await expectCase(page, 1, 1);
  await choose(page, 0);
  await expect(numbers.nth(1)).toBeVisible();
  const rest = (await numbers.all()).slice(2);
  await numbers.nth(0).fill("60");
  await numbers.nth(1).fill("40");
  for (const number of rest) await number.fill("0");
  await expect(sending(page)).toHaveText(t("sending.saved"));
  const whole = await stored();
  await numbers.nth(0).fill("50");
  await expect(sending(page)).toHaveText(t("sending.unfit"));
  await page.reload();
  await expect(numbers.nth(0)).toHaveValue("50");
  await expect(sending(page)).toHaveText(t("sending.unfit"));
  expect(await stored()).toEqual(whole);
});
