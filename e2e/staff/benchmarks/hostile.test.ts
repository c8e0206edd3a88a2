import { parse } from "csv-parse/sync";
import type { Page } from "@playwright/test";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, csv, fileOf, promptOf, type CaseRow } from "#e2e/staff/benchmarks/files.ts";
import {
  addBenchmark,
  card,
  check,
  choose,
  expect,
  test,
  thorough,
} from "#e2e/staff/benchmarks/import-page.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const script = `<script>window.hurt = "script"</script>`;
const image = `<img src=x onerror="window.hurt = 'image'">`;
const rightToLeft = "\u202eمرحبا\u202c \u200bzero\u200bwidth";
const live = "=1+1";

const isUnhurt = (page: Page) =>
  page.evaluate(() => !("hurt" in window) && document.querySelectorAll("main img").length === 0);

const options = [`${script} Ann`, image, rightToLeft, live];
const row: CaseRow = { said: script, answered: `${image} ${rightToLeft}`, gold: live, options };
const track = `Tr/ck ${image}`.slice(0, 60);
const model = `${image} & ${live}`;
const answers = csv([
  [
    "prompt",
    "gt",
    ...[1, 2, 3, 4].map((n) => `option${n}`),
    "res",
    "response",
    "prob1",
    "prob2",
    "prob3",
    "prob4",
  ],
  [promptOf(row), live, ...options, live, script, 0.1, 0.2, 0.3, 0.4],
]);
const golds = [live, script, rightToLeft, ...Array.from({ length: 25 }, (_, n) => `@SUM(${n})`)];
const badRows = golds.map((gold) => ({ said: "Who?", answered: "It was the tide, I tell you.", gold }));

/** Problems are shown as text, and the list of all is harmless in a spreadsheet. */
async function expectHarmlessProblems(page: Page): Promise<void> {
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
  expect(rows.every((cells) => Object.values(cells).every((cell) => !/^[=+\-@]/.test(cell)))).toBe(true);
}

/** A case and an answer to it. */
async function expectHarmlessCase(page: Page): Promise<void> {
  await expectRoom(page, t("cases.case.title"));
  const candidates = page.getByRole("list").filter({ hasText: live });
  await expect(candidates.first()).toContainText(script);
  await page.getByText(t("cases.predictions.answer")).click();
  await expect(page.locator("pre").first()).toHaveText(script);
  expect(await page.locator("details pre").last().textContent()).toBe(promptOf(row));
  expect(await isUnhurt(page)).toBe(true);
}

thorough(
  "HTML, scripts and marks of direction in every field stay text on every page",
  async ({ page, signInAs, worker: _worker }) => {
    await signInAs("admin");
    const name = `${image} ${crypto.randomUUID().slice(0, 8)}`;
    const benchmark = await addBenchmark(name);
    const { slug } = benchmark;
    /** A page of the benchmark, which has its name on it. */
    const goTo = async (rest: string) => {
      await page.goto(`/admin/benchmarks/${slug}${rest}`);
      await expect(page.getByText(name).first()).toBeVisible();
      expect([rest, await isUnhurt(page)]).toEqual([rest, true]);
    };
    await test.step("files and their problems", async () => {
      await goTo("/import");
      const files = { [`${script}.csv`]: [row], "=cmd.csv": badRows };
      await choose(page, ...Object.entries(files).map(([file, cases]) => fileOf(file, casesCsv(cases))));
      for (const file of Object.keys(files))
        await card(page, file).getByLabel(t("imports.fields.track")).fill(track);
      await check(page, 2);
      await expectHarmlessProblems(page);
      await press(page, t("imports.actions.storeGood", { count: golds.length }));
      await expect(
        page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
      ).toBeVisible();
      await expect(page.getByText(`${script}.csv`).first()).toBeVisible();
      expect(await isUnhurt(page)).toBe(true);
    });
    await bring(benchmark, { track, cases: casesCsv([row]), results: { [model]: answers } });
    await test.step("cases and answers", async () => {
      await goTo("/cases");
      await page.getByRole("table").getByRole("link").first().click();
      await expectHarmlessCase(page);
    });
    await test.step("runs and figures", async () => {
      await goTo("/runs");
      await page.getByText(t("charts.table"), { exact: true }).click();
      await page.getByRole("link", { name: model }).click();
      await expectRoom(page, model);
      expect(await isUnhurt(page)).toBe(true);
      const exported = await page.request.get(`/api/benchmarks/${slug}/export/runs.csv`);
      expect(await exported.text()).not.toMatch(/(^|,)"?=/m);
    });
  },
);
