import { publishedPath } from "#lib/paths.ts";
import { papers } from "#lib/published/papers.ts";
import { listTables } from "#lib/published/tables.ts";
import { db } from "#lib/db.ts";
import { addBenchmark, expect, test } from "#e2e/staff/benchmarks/import-page.ts";
import { expectRoom } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

// What the server has drawn is all that is looked at.
test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

test("a figure that doesn't fit leads to what is known of it", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto(publishedPath);
  const results = page.getByRole("table", { name: "PersonaEval Table 1, Appendix D: All tracks" });
  const row = results.getByRole("row").filter({ hasText: "GLM-4.5" });
  await expect(row).toContainText("59.1");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(/#personaeval-table-1-note-1$/);
});

test("every table that a paper published is there with its source, marked as published", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await page.goto(publishedPath);
  const [first, ...others] = papers;
  for (const paper of [...others, first]) {
    const name = t(`published.papers.${paper}`);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`paper=${paper}$`));
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(name);
    const tables = listTables().filter((table) => table.paper === paper);
    await expect(page.getByRole("table")).toHaveCount(tables.length);
    await expect(page.getByText(t("published.badge"), { exact: true })).toHaveCount(tables.length);
  }
});

test("beside computed figures stand the paper's, where an admin declared its cases to be theirs", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const [paper, other] = [await addBenchmark(), await addBenchmark()];
  for (const [benchmarkId, name] of [
    [paper.id, "Drama"],
    [other.id, "Weather"],
  ] as const) {
    await db.track.create({ data: { benchmarkId, name, language: "zh", position: 1 } });
  }
  await db.$executeRaw`UPDATE benchmarks SET published_as = 'personaeval', published_digest = digest_of_cases(id)
    WHERE id = ${paper.id}`;
  await page.goto(`/admin/benchmarks/${paper.slug}/runs?track=Drama`);
  await expect(page.getByRole("heading", { name: t("runs.published.title"), exact: true })).toBeVisible();
  const table = page.getByRole("table", { name: "PersonaEval Table 3, Appendix D: Drama" });
  await expect(table.getByRole("rowheader")).toHaveCount(19);
  await page.goto(`/admin/benchmarks/${paper.slug}`);
  await expect(page.getByText(t("benchmarks.published.declared", { paper: "PersonaEval" }))).toBeVisible();
  await page.goto(`/admin/benchmarks/${other.slug}/runs`);
  await expectRoom(page, t("runs.title"));
  await expect(page.getByRole("table")).toHaveCount(0);
});
