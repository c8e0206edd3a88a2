import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { reviewPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  addBenchmark,
  check,
  expect,
  newName,
  rowWith,
  thorough,
} from "#e2e/staff/benchmarks/import-page.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

// docs/run-a-review.md, step by step, with the files that it names.

const examples = "docs/examples";
const folder = path.join(examples, "transcripts");
const transcripts = readdirSync(folder).map((name) => path.join(folder, name));

async function importTranscripts(page: Page, benchmark: string): Promise<void> {
  await page.goto(`/admin/benchmarks/${benchmark}/import`);
  await page.getByLabel(t("imports.drop.choose")).setInputFiles(transcripts);
  await check(page, transcripts.length);
  await press(page, t("imports.actions.store"));
  const stored = page.getByText(t("imports.report.stored.title"), { exact: true });
  await expect(stored.and(page.getByRole("paragraph"))).toBeVisible();
}

async function openReview(page: Page, title: string, benchmark: string): Promise<string> {
  await page.goto("/reviews/new");
  await page.getByLabel(t("reviews.create.title"), { exact: true }).fill(title);
  await page.locator("input[value=interviewsim-transcripts]").check();
  await page.getByLabel(t("reviews.source.benchmark.label"), { exact: true }).selectOption(benchmark);
  await press(page, t("reviews.create.submit"));
  await expectHeading(page, title);
  await press(page, t("reviews.open.open"));
  await press(page, t("reviews.open.submit"));
  await expect(page.getByRole("heading", { name: t("reviews.standing.outcome.title") })).toBeVisible();
  return (await db.review.findFirstOrThrow({ where: { title }, select: { slug: true } })).slug;
}

async function acceptAndClose(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: t("reviews.batches.batch", { number: 1 }) }).click();
  await press(page, t("reviews.batches.accept.open"));
  await press(page, t("reviews.batches.accept.submit"));
  await expect(page.getByText(t("reviews.batches.means.accepted"))).toBeVisible();
  await press(page, t("reviews.change.close.open"));
  await page.getByLabel(t("reviews.change.close.typeName", { title })).fill(title);
  await press(page, t("reviews.change.close.submit"));
  await expect(page.getByText(t("reviews.states.closed"), { exact: true })).toBeVisible();
}

thorough(
  "a newcomer goes by the docs from transcripts to those accepted, and their report",
  async ({ page, signInAs, worker }) => {
    worker.release();
    await signInAs("admin");
    const from = await addBenchmark(newName("Interviews"));
    await importTranscripts(page, from.slug);
    const title = newName("Which transcripts hold");
    const slug = await openReview(page, title, from.slug);

    await page.goto(reviewPath(slug, "people"));
    await press(page, t("reviews.people.simulate.open"));
    await press(page, t("reviews.people.simulate.submit"));
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.goto(reviewPath(slug, "plan"));
    await page.getByLabel(t("reviews.filter.file")).setInputFiles(`${examples}/transcripts-filter.jsonl`);
    await press(page, t("reviews.filter.submit"));
    await expect(rowWith(page, t("reviews.filter.title"), "lantern-1")).toContainText("21");
    await expect(page.getByText(t("reviews.filter.done", { model: "lantern-1", items: 21 }))).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.goto(reviewPath(slug));
    await expect(rowWith(page, t("reviews.standing.filters.title"), "lantern-1")).toContainText("21");

    await page.goto(reviewPath(slug, "batches"));
    await acceptAndClose(page, title);
    await page.goto(reviewPath(slug, "report"));
    const methods = page.getByText("3 annotators accepted or rejected 21 of 21 cases");
    await expect(methods).toContainText("A model, lantern-1, judged 21 of the decided cases");
    expect(await findViolations(page)).toEqual([]);

    const name = newName("Accepted");
    await page.getByLabel(t("curation.make.name")).fill(name);
    await page.getByRole("button", { name: /^Keep accepted cases/ }).click();
    await expectHeading(page, name);
    const lineage = page.getByRole("region", { name: t("benchmarks.lineage.title") });
    await expect(lineage.getByRole("link", { name: from.name })).toBeVisible();
    await expect(lineage).toContainText(/of 21 cases/i);
  },
);
