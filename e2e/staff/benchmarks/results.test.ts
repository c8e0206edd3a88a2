import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { parse } from "csv-parse/sync";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, fileOf, options, promptOf, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import {
  addBenchmark,
  card,
  check,
  choose,
  expect,
  rowWith,
  test,
  thorough,
} from "#e2e/staff/benchmarks/import-page.ts";
import { generatedLine, inspectEval, type InspectSample } from "#lib/testing/model-logs.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const rows = someRows(4);
const sure = [0.7, 0.1, 0.1, 0.1];
const unsure = [0.2, 0.5, 0.2, 0.1];

const cases = casesCsv(rows);

/** Two models on the track Literary: one is right 3 times of 4, the other 1 time of 3 and failed once. */
const results = {
  "gpt-strong": resultsCsv(rows.map((row, n) => ({ ...row, probabilities: n === 0 ? unsure : sure }))),
  lantern: resultsCsv(
    rows.map((row, n) => ({ ...row, probabilities: n === 1 ? sure : unsure, success: n === 3 ? -1 : 1 })),
  ),
};

const figures = (page: Page, track: string) =>
  page.getByRole("table", { name: t("runs.caption.track", { track }), exact: true });

/** Sorted and filtered in the table, which stands in the address. */
async function readFigures(page: Page): Promise<void> {
  const row = (model: string) => figures(page, "Literary").getByRole("row").filter({ hasText: model });
  await expect(row("gpt-strong")).toContainText("75.0");
  await expect(row("gpt-strong")).toContainText("30.1–95.4");
  await expect(row("lantern")).toContainText("33.3");
  await page.getByRole("button", { name: t("runs.columns.top1") }).click();
  await expect(figures(page, "Literary").getByRole("rowheader").getByRole("link")).toHaveText([
    "lantern",
    "gpt-strong",
  ]);
  await expect(page).toHaveURL(/sort=top1/);
  await page.getByLabel(t("table.filter")).fill("lan");
  await expect(figures(page, "Literary").getByRole("rowheader")).toHaveCount(1);
  await page.getByLabel(t("table.filter")).fill("");
}

async function compareRuns(page: Page): Promise<void> {
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("link", { name: t("runs.compare.open", { count: 2 }) }).click();
  await expectRoom(page, t("runs.compare.title"));
  await expect(page.getByText(/^On 3 shared cases, gpt-strong was right/)).toBeVisible();
  await page.getByText(t("charts.table"), { exact: true }).first().click();
  await expect(page.getByRole("table")).toHaveCount(3);
  await expect(
    figures(page, "Literary")
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: t("runs.columns.top1"), exact: true }) }),
  ).toContainText("75.0 30.1–95.4 (best)");
}

async function expectExports(page: Page, slug: string): Promise<void> {
  const response = await page.request.get(`/api/benchmarks/${slug}/export/runs.csv`);
  const exported = parse(await response.body(), { columns: true, bom: true }) as Record<string, string>[];
  const strong = exported.filter(({ model }) => model === "gpt-strong");
  expect(strong.map(({ scope, track, n, failed, top1 }) => [scope, track, n, failed, top1])).toEqual([
    ["track", "Literary", "4", "0", "0.75"],
    ["pooled", "", "4", "0", "0.75"],
    ["mean", "", "", "", "0.75"],
  ]);
  const json = (await (await page.request.get(`/api/benchmarks/${slug}/export/runs.json`)).json()) as {
    runs: { run: { model: string }; pooled: { top1: number; failed: number } }[];
  };
  const lantern = json.runs.find(({ run }) => run.model === "lantern");
  expect([lantern?.pooled.top1, lantern?.pooled.failed]).toEqual([1 / 3, 1]);
}

async function describeAnew(page: Page): Promise<void> {
  await page.getByLabel(t("runs.edit.model")).fill("gpt-strong");
  await press(page, t("runs.edit.submit"));
  await expect(page.getByText(t("benchmarks.errors.taken"))).toBeVisible();
  await page.getByLabel(t("runs.edit.model")).fill("lamp");
  await page.getByLabel(t("runs.edit.notes")).fill("The first try.");
  await page.getByLabel(t("runs.parity.instructions.label")).fill("Answer with one name.");
  await page.getByLabel(t("runs.edit.isFilter")).check();
  await press(page, t("runs.edit.submit"));
  await expectRoom(page, "lamp");
  await expect(page.getByRole("definition").filter({ hasText: "Answer with one name." })).toBeVisible();
  await expect(page.getByText(t("runs.filter"), { exact: true })).toBeVisible();
}

thorough(
  "figures are read, compared and downloaded; a run is described anew, and removed once its name is typed",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const benchmark = await addBenchmark();
    const { slug, id } = benchmark;
    await bring(benchmark, { track: "Literary", cases, results });
    await page.goto(`/admin/benchmarks/${slug}/runs?track=Literary`);
    await test.step("figures", () => readFigures(page));
    await test.step("a comparison", () => compareRuns(page));
    await test.step("as files", () => expectExports(page, slug));
    await test.step("a run is described anew", async () => {
      await page.goto(`/admin/benchmarks/${slug}/runs`);
      await page.getByText(t("charts.table"), { exact: true }).click();
      await page.getByRole("link", { name: "lantern" }).click();
      await expectRoom(page, "lantern");
      await describeAnew(page);
    });
    await test.step("and removed once its name is typed", async () => {
      await press(page, t("runs.remove.open"));
      const confirm = page.getByRole("button", { name: t("runs.remove.submit") });
      await expect(confirm).toBeDisabled();
      await page.getByLabel(t("runs.remove.typeName", { model: "lamp" })).fill("lamp");
      await confirm.click();
      await expectRoom(page, t("runs.title"));
      const left = await db.modelRun.findMany({ where: { benchmarkId: id }, select: { model: true } });
      expect(left).toEqual([{ model: "gpt-strong" }]);
    });
  },
);

/** A log that names no model is asked for it, and one of several epochs what becomes of them. */
async function importLogs(page: Page, slug: string): Promise<void> {
  const says = (at: number) =>
    JSON.stringify(Object.fromEntries(options.map((name, n) => [name, Number(n === at)])));
  const [first, second] = rows.map((row) => promptOf(row)) as [string, string];
  const asked = [
    [1, 1],
    [2, 1],
    [3, 0],
  ].map(([epoch, at = 0]) => ({ id: "1", epoch, input: first, target: options[0], completion: says(at) }));
  await page.goto(`/admin/benchmarks/${slug}/import`);
  const line = generatedLine(0, { prompt: second, target: options[0], response: says(0) });
  await choose(
    page,
    fileOf("votes.eval", inspectEval(asked as InspectSample[])),
    fileOf("samples.jsonl", line),
  );
  const unnamed = page.getByRole("region", { name: new RegExp(t("imports.form.unnamed")) });
  await expect(unnamed.getByLabel(t("imports.fields.model"), { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: t("imports.form.check", { count: 2 }) }).click();
  await expect(unnamed.getByText(t("imports.fields.modelMissing"))).toBeVisible();
  await unnamed.getByLabel(t("imports.fields.model"), { exact: true }).fill("llama");
  const of = page.getByRole("region", { name: /openai\/gpt-4o/ });
  await card(page, "votes.eval")
    .getByLabel(t("imports.fields.epochs", { count: 3 }))
    .selectOption("majority");
  await expect(of.getByLabel(t("imports.fields.method"))).toHaveValue("self-consistency 3");
  await check(page, 2);
  for (const model of ["openai/gpt-4o", "llama"])
    await expect(rowWith(page, t("imports.results.caption"), model).getByRole("cell").nth(2)).toHaveText("1");
}

test("what a result file says of itself is corrected before it is checked", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const benchmark = await addBenchmark();
  const { slug, id } = benchmark;
  await bring(benchmark, { track: "Literary", cases });
  await page.goto(`/admin/benchmarks/${slug}/import`);
  const others = someRows(2, "wind").map((row) => ({ ...row, probabilities: sure }));
  const ours = rows.map((row, n) => ({ ...row, probabilities: n === 0 ? [0.7, 0.7, 0.1, 0.1] : sure }));
  await choose(page, fileOf("Literary_some.csv", resultsCsv([...ours, ...others])));
  const of = page.getByRole("region", { name: /^Results of/ });
  await expect(card(page, "Literary_some.csv")).toBeVisible();
  await expect(of.getByLabel(t("imports.fields.model"), { exact: true })).toHaveValue("some");
  await of.getByLabel(t("imports.fields.model"), { exact: true }).fill("some-model");
  await of.getByLabel(t("imports.fields.method")).fill("few-shot 5");
  await of.getByLabel(t("imports.fields.version")).fill("2025-06");
  await of.getByLabel(t("imports.fields.replicate")).fill("0");
  await of.getByLabel(t("imports.fields.ranAt")).fill("2025-06-30");
  await page.getByRole("button", { name: t("imports.form.check", { count: 1 }) }).click();
  await expect(of.getByText(t("imports.fields.replicateWrong", { most: 32_767 }))).toBeVisible();
  await of.getByLabel(t("imports.fields.replicate")).fill("2");
  await check(page, 1);
  const counted = rowWith(page, t("imports.results.caption"), "some-model").getByRole("cell");
  await expect(counted).toHaveText(["Literary", "Adds", "6", "3", "2", "1"]);
  await page.getByRole("button", { name: /^Store the good rows/ }).click();
  await expect(
    page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
  ).toBeVisible();
  const run = await db.modelRun.findFirstOrThrow({ where: { benchmarkId: id } });
  const { model, method, version, replicate, ranAt } = run;
  expect([model, method, version, replicate, ranAt?.toISOString().slice(0, 10)]).toEqual([
    "some-model",
    "few-shot 5",
    "2025-06",
    2,
    "2025-06-30",
  ]);
});

thorough(
  "logs of other tools are asked what they leave open, and checked",
  async ({ page, signInAs, worker: _worker }) => {
    await signInAs("admin");
    const benchmark = await addBenchmark();
    await bring(benchmark, { track: "Literary", cases });
    await importLogs(page, benchmark.slug);
  },
);
