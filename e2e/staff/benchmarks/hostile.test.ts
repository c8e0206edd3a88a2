import { parse } from "csv-parse/sync";
import type { Page } from "@playwright/test";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, csv, fileOf, promptOf, resultsCsv, type CaseRow } from "#e2e/staff/benchmarks/files.ts";
import { addBenchmark, check, choose, expect, store, test } from "#e2e/staff/benchmarks/import-page.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const script = `<script>window.hurt = "script"</script>`;
const image = `<img src=x onerror="window.hurt = 'image'">`;
const rightToLeft = "\u202eمرحبا\u202c \u200bzero\u200bwidth";
const live = "=1+1";

const isUnhurt = (page: Page) =>
  page.evaluate(() => !("hurt" in window) && document.querySelectorAll("main img").length === 0);

test("HTML, scripts and marks of direction in every field stay text on every page", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  test.slow();
  await signInAs("admin");
  const name = `${image} ${crypto.randomUUID().slice(0, 8)}`;
  const { slug } = await addBenchmark(name);
  const options = [`${script} Ann`, image, rightToLeft, live];
  const row: CaseRow = { said: script, answered: `${image} ${rightToLeft}`, gold: live, options };
  const track = `Tr/ck ${image}`.slice(0, 60);
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, fileOf(`${script}.csv`, casesCsv([row])));
  await page.getByLabel(t("imports.fields.track")).fill(track);
  await check(page, 1);
  await page.getByRole("button", { name: t("imports.actions.store"), exact: true }).click();
  await expect(page.getByText(t("imports.report.stored.title"), { exact: true })).toBeVisible();
  await expect(page.getByText(`${script}.csv`).first()).toBeVisible();
  expect(await isUnhurt(page)).toBe(true);

  const answer = {
    model: `${image} & ${live}`,
    case: "",
    response: script,
    probabilities: [0.1, 0.2, 0.3, 0.4],
  };
  await page.goto(`/admin/benchmarks/${slug}/cases`);
  const link = page.getByRole("table").getByRole("link").first();
  answer.case = (await link.textContent()) ?? "";
  const lines = { ...fileOf("answers.jsonl", `${JSON.stringify({ ...answer, track })}\n`) };
  await store(page, slug, lines);

  await page.goto(`/admin/benchmarks/${slug}/cases`);
  await link.click();
  await expectHeading(page, t("cases.case.title"));
  const candidates = page.getByRole("list").filter({ hasText: live });
  await expect(candidates.first()).toContainText(script);
  await page.getByText(t("cases.predictions.answer")).click();
  await expect(page.locator("pre").first()).toHaveText(script);
  expect(await page.locator("details pre").last().textContent()).toBe(promptOf(row));
  expect(await isUnhurt(page)).toBe(true);
  for (const rest of ["", "/cases", "/runs", "/import"]) {
    await page.goto(`/admin/benchmarks/${slug}${rest}`);
    await expect(page.getByText(name).first()).toBeVisible();
    expect([rest, await isUnhurt(page)]).toEqual([rest, true]);
  }
  await page.goto(`/admin/benchmarks/${slug}/runs`);
  await page.getByRole("link", { name: answer.model }).click();
  await expectHeading(page, answer.model);
  expect(await isUnhurt(page)).toBe(true);
  const exported = await page.request.get(`/api/benchmarks/${slug}/export/runs.csv`);
  expect(await exported.text()).not.toMatch(/(^|,)"?=/m);
});

test("problems are shown as text, and the list of all is harmless in a spreadsheet", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const { slug } = await addBenchmark();
  const bad = (gold: string) => ({ said: "Who?", answered: "It was the tide, I tell you.", gold });
  const golds = [live, script, rightToLeft, ...Array.from({ length: 25 }, (_, n) => `@SUM(${n})`)];
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(page, fileOf("=cmd.csv", casesCsv(golds.map(bad))));
  await page.getByLabel(t("imports.fields.track")).fill("Literary");
  await check(page, 1);
  const list = page.getByRole("table", { name: t("imports.problems.title", { count: golds.length }) });
  await expect(list.getByRole("row")).toHaveCount(21);
  await expect(list.getByRole("row").nth(2)).toContainText(script);
  // Marks that would turn or hide text are written out.
  await expect(list.getByRole("row").nth(3)).toContainText("\\u{202E}");
  expect(await isUnhurt(page)).toBe(true);

  const address = await page.getByRole("link", { name: t("imports.problems.download") }).getAttribute("href");
  const response = await page.request.get(address ?? "");
  expect(response.headers()["content-disposition"]).toContain("attachment");
  const rows = parse(await response.body(), { columns: true, bom: true }) as Record<string, string>[];
  expect(rows).toHaveLength(golds.length);
  expect(rows[0]).toMatchObject({ file: "'=cmd.csv", found: `'${live}` });
  expect(rows.every((row) => Object.values(row).every((cell) => !/^[=+\-@]/.test(cell)))).toBe(true);
});

test("candidates called NA, null and =1+1 are candidates like any other", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const { slug } = await addBenchmark();
  const options = ["NA", "null", live, "nan"];
  const row = { said: "Who?", answered: "It was nobody at all, of course.", gold: "null", options };
  await store(page, slug, fileOf("Literary.csv", casesCsv([row])));
  await page.goto(`/admin/benchmarks/${slug}/cases`);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByText("2. null", { exact: true })).toBeVisible();
  for (const option of options) await expect(page.getByText(option, { exact: true }).first()).toBeVisible();
});

test("results that belong elsewhere, and probabilities that are none, are told apart", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const benchmark = await addBenchmark();
  const { slug } = benchmark;
  const rows = ["a", "b", "c", "d"].map((word) => ({ said: `Who, ${word}?`, answered: `It was ${word}.` }));
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows) });
  const written = [
    ["0,7", "0.1"],
    ["NaN", "0.1"],
    ["-0.2", "1.0"],
    ["3", "0"],
  ] as const;
  const header = ["prompt", "gt", "option1", "option2", "option3", "option4", "res", "prob1", "prob2"];
  const odd = rows.map((row, n) => [promptOf(row), "", "", "", "", "", "", ...(written[n] ?? [])]);
  await page.goto(`/admin/benchmarks/${slug}/import`);
  await choose(
    page,
    fileOf(
      "Literary_odd.csv",
      csv([[...header, "prob3", "prob4"], ...odd.map((row) => [...row, "0.1", "0.1"])]),
    ),
  );
  await check(page, 1);
  await expect(page.getByText(t("imports.report.bad.title"))).toBeVisible();
  const found = page.getByRole("table", { name: t("imports.problems.title", { count: 4 }) });
  for (const [first] of written) await expect(found).toContainText(first);

  const strange = [{ said: "Elsewhere?", answered: "Not here.", probabilities: [1, 0, 0, 0] }];
  await page.goto(`/admin/benchmarks/${slug}/import`);
  for (const name of ["Literary_odd.csv"])
    await page.getByRole("button", { name: t("imports.file.removeNamed", { name }) }).click();
  await choose(page, fileOf("Literary_other.csv", resultsCsv(strange)));
  await check(page, 1);
  await expect(page.getByText(t("imports.report.bad.title"))).toBeVisible();
  await expect(page.getByRole("table").filter({ hasText: "Literary_other.csv" })).toContainText("prompt");
});
