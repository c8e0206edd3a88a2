import { randomUUID } from "node:crypto";
import { lookUpPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { reviewPath } from "#lib/paths.ts";
import { objectTo, answerObjection } from "#lib/reviews/checking/mutations.ts";
import { checkNext, decideNext, wrong } from "#lib/reviews/testing/working.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { db } from "#lib/db.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import type { Page } from "@playwright/test";

const expectClean = async (page: Page) => {
  expect(await findViolations(page)).toEqual([]);
  expect(await hasSidewaysScroll(page)).toBe(false);
};

async function partOf(slug: string, handle: string): Promise<OwnPart> {
  const person = await db.user.findUniqueOrThrow({ where: { handle } });
  const part = await lookUpPart(viewerFor(person), slug);
  if (!part) throw new Error(`${handle} has no part in ${slug}`);
  return part;
}

/** By the form of the people's page. */
async function add(page: Page, handle: string, part: "annotator" | "reviewer" | "lead") {
  await page.getByLabel(t("reviews.people.existing.handle")).fill(handle);
  await page
    .locator("main form")
    .getByLabel(t(`reviews.people.parts.${part}.name`), { exact: true })
    .check();
  await press(page, t("reviews.people.existing.submit"));
  await expect(page.getByRole("row").filter({ hasText: handle })).toBeVisible();
}

/** One who decides, one who checks, a dispute between them, and all of the batch done. */
async function work(annotator: OwnPart, reviewer: OwnPart) {
  for (let n = 0; n < 4; n++) await decideNext(annotator, { comment: n === 0 ? "A quiet one." : "" });
  await checkNext(reviewer, { ...wrong, comment: "Two of them answer." });
  for (let n = 0; n < 3; n++) await checkNext(reviewer);
  const check = await db.reviewCheck.findFirstOrThrow({
    where: { reviewId: annotator.reviewId, isRight: false },
    select: { id: true },
  });
  const said = () => ({ id: randomUUID(), checkId: check.id });
  expect((await objectTo(annotator, { ...said(), words: "Only one does." })).ok).toBe(true);
  expect((await answerObjection(reviewer, { ...said(), stands: true, words: "Look again." })).ok).toBe(true);
}

test("a review goes from its template by plan, people, disputes and batches to its close", async ({
  page,
  signInAs,
}) => {
  const benchmark = await importBenchmark({ Literary: 4 });
  const title = `Which ones hold ${randomUUID().slice(0, 8)}`;
  await signInAs("admin");
  await page.goto("/reviews");
  await page
    .getByRole("link", { name: t("reviews.create.open") })
    .first()
    .click();
  await expectHeading(page, t("reviews.create.heading"));
  await page.getByLabel(t("reviews.create.title"), { exact: true }).fill(title);
  await page.locator("input[value=curated-cases]").check();
  await page.getByLabel(t("reviews.source.benchmark.label"), { exact: true }).selectOption(benchmark.slug);
  await press(page, t("reviews.create.submit"));
  await expectHeading(page, title);
  const slug = decodeURIComponent(new URL(page.url()).pathname.split("/")[2] ?? "");

  await test.step("what is wrong is said at its field, and what is right is kept", async () => {
    await page.getByLabel(t("reviews.plan.work.batchSize")).fill("0");
    await press(page, t("reviews.plan.save"));
    await expect(page.getByText(t("reviews.fieldErrors.too_small"))).toBeVisible();
    await page.getByLabel(t("reviews.plan.work.batchSize")).fill("4");
    await page.getByLabel(t("reviews.plan.checks.blind")).uncheck();
    await page.getByLabel(t("reviews.plan.checks.second"), { exact: true }).fill("0");
    await press(page, t("reviews.plan.save"));
    await expect(page.getByText(t("reviews.findings.not_blind"))).toBeVisible();
    await expectClean(page);
  });

  const [annotator, reviewer] = [
    await makePerson({ role: "participant" }),
    await makePerson({ role: "participant" }),
  ];
  await test.step("people come in with their parts", async () => {
    await page.goto(reviewPath(slug, "people"));
    await add(page, annotator.handle, "annotator");
    await add(page, reviewer.handle, "reviewer");
    await press(page, t("reviews.people.new.open"));
    await page.getByRole("dialog").getByLabel(t("reviews.people.new.name")).fill("Zoe Newcomer");
    await press(page, t("reviews.people.new.submit"));
    await expect(page.getByText(t("reviews.people.new.once"))).toBeVisible();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("shell.close") })
      .last()
      .click();
    await expect(page.getByRole("row").filter({ hasText: "Zoe Newcomer" })).toBeVisible();
  });

  await page.goto(reviewPath(slug, "plan"));
  await press(page, t("reviews.open.open"));
  await press(page, t("reviews.open.submit"));
  await expect(page.getByRole("heading", { name: t("reviews.standing.outcome.title") })).toBeVisible();
  await work(await partOf(slug, annotator.handle), await partOf(slug, reviewer.handle));

  await test.step("the standing tells what was decided", async () => {
    await page.reload();
    await expect(page.getByText(t("reviews.standing.outcome.keptOf", { count: "3", of: "4" }))).toBeVisible();
  });

  await test.step("closed too soon, by a second word, it is opened again with a reason", async () => {
    await press(page, t("reviews.change.close.open"));
    const [accepted, batches] = [0, 1];
    await expect(page.getByText(t("reviews.change.close.loses", { accepted, batches }))).toBeVisible();
    await page.getByLabel(t("reviews.change.close.typeName", { title })).fill(title);
    const word = page.getByLabel(t("reviews.change.close.typeWord", { word: "discard" }));
    await word.fill("close it");
    await press(page, t("reviews.change.close.submit"));
    await expect(page.getByText(t("reviews.errors.not_accepted"))).toBeVisible();
    await word.fill("discard");
    await press(page, t("reviews.change.close.submit"));
    await expect(page.getByText(t("reviews.states.closed"), { exact: true })).toBeVisible();
    await page.goto(`${reviewPath(slug, "batches")}?batch=1`);
    await expect(page.getByText(t("reviews.batches.means.lost"))).toBeVisible();
    await press(page, t("reviews.change.reopen.open"));
    await page.getByLabel(t("reviews.change.reopen.reason")).fill("The batch was left out.");
    await press(page, t("reviews.change.reopen.submit"));
    await expect(page.getByText(t("reviews.states.open"), { exact: true })).toBeVisible();
  });

  await test.step("an item tells its whole history, and why it was checked", async () => {
    await page.goto(`${reviewPath(slug, "items")}?standing=corrected`);
    await page.getByRole("link", { name: "1", exact: true }).click();
    await expect(page.getByText("A quiet one.")).toBeVisible();
    await expect(page.getByText("Two of them answer.")).toBeVisible();
    await expect(
      page.getByText(t("reviews.items.why.first", { ordinal: 1, first: 50, rate: "100%" })),
    ).toBeVisible();
    await expectClean(page);
  });

  await test.step("an admin rules, and accepts the batch", async () => {
    await page.goto(reviewPath(slug, "disputes"));
    await page.getByRole("button", { name: t("reviews.disputes.rule.openOf", { number: 1 }) }).click();
    await page.getByLabel(t("reviews.disputes.rule.stands")).selectOption("no");
    await page.getByLabel(t("reviews.disputes.rule.words")).fill("One answers, and another asks.");
    await press(page, t("reviews.disputes.rule.submit"));
    await expect(page.getByText(t("reviews.disputes.states.overruled"), { exact: true })).toBeVisible();
    await page.goto(reviewPath(slug, "batches"));
    await page.getByRole("link", { name: t("reviews.batches.batch", { number: 1 }) }).click();
    await press(page, t("reviews.batches.accept.open"));
    await press(page, t("reviews.batches.accept.submit"));
    await expect(page.getByText(t("reviews.batches.means.accepted"))).toBeVisible();
  });

  await press(page, t("reviews.change.close.open"));
  await expect(page.getByLabel(t("reviews.change.close.typeWord", { word: "discard" }))).toBeHidden();
  await page.getByLabel(t("reviews.change.close.typeName", { title })).fill(title);
  await press(page, t("reviews.change.close.submit"));
  await expect(page.getByText(t("reviews.states.closed"), { exact: true })).toBeVisible();
  const plan = await page.request.get(reviewPath(slug, "plan"));
  expect(wordsOf({ text: await plan.text() })).toContain(t("reviews.plan.frozen.hash"));
});
