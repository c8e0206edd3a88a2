import { db } from "#lib/db.ts";
import { choose, startSittingAs, sending } from "#e2e/participant/faults/started-sitting.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const questions = { reason: "off" };
const answers = "**/answers";
const choiceOf = async (sittingId: string) => {
  const served = await db.servedCase.findUnique({
    where: { sittingId_position: { sittingId, position: 1 } },
    include: { answer: true },
  });
  return served?.answer?.decision == null ? null : served.optionOrder.indexOf(Number(served.answer.decision));
};

test("storage that never answers is not waited for, and leaving is warned of while something waits", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_FAILED/);
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
  await page.goto(caseAt(1));
  await choose(page, 1);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await expect(page.getByText(t("sending.unkept"))).toBeVisible();
  expect(await choiceOf(sitter.sittingId)).toBe(1);

  await page.route(answers, (route) => route.abort("connectionfailed"));
  await choose(page, 2);
  await expect(sending(page)).toHaveText(t("sending.waiting") + t("sending.heldOne"));
  const warned = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  await page.unroute(answers);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expect(sending(page)).toHaveText(t("sending.saved"));
  expect(await choiceOf(sitter.sittingId)).toBe(2);
});

thorough(
  "without TLS there are neither locks nor ready-made ids: answers arrive all the same",
  async ({ page, context, signInAs }) => {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined });
      Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    });
    const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions });
    const other = await context.newPage();
    await page.goto(caseAt(1));
    await other.goto(caseAt(1));
    for (const [at, choice] of [
      [page, 0],
      [other, 1],
      [page, 2],
    ] as const) {
      await choose(at, choice);
      for (const tab of [page, other]) {
        await expect(tab.getByRole("radio").nth(choice)).toBeChecked();
        await expect(sending(tab)).toHaveText(t("sending.saved"));
      }
    }
    const ids = await db.answerRevision.findMany({ where: { sittingId: sitter.sittingId } });
    expect(ids).toHaveLength(3);
    expect(await choiceOf(sitter.sittingId)).toBe(2);
  },
);
