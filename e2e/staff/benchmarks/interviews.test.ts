import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { makeFolder, written, type Folder } from "#lib/interviews/testing/person-files.ts";
import { resultsPath } from "#lib/paths.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { addBenchmark, check, expect, rowWith, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";

// Folders of interviews, from the files to the figures.

let root = "";
test.beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "benchside-folders-"));
});
test.afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A folder for each person, and something that nobody wants to import. */
function writeFolders(people: Readonly<Record<string, Partial<Record<keyof Folder, unknown>>>>): string {
  for (const [person, files] of Object.entries(people)) {
    mkdirSync(path.join(root, person), { recursive: true });
    writeFileSync(path.join(root, person, "notes.txt"), "not for import");
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        path.join(root, person, `${name}.json`),
        typeof content === "string" ? content : written(content),
      );
  }
  return root;
}

/** Until all of it is here: what is told is told of the files that are. */
async function chooseFolder(page: Page, folder: string, count: number): Promise<void> {
  await page.getByLabel(t("imports.drop.chooseFolder")).setInputFiles(folder);
  await expect(page.getByRole("button", { name: t("imports.form.check", { count }) })).toBeEnabled();
}
const field = (page: Page, name: "model" | "judge" | "methodOfAll" | "pairs") =>
  page.getByLabel(t(`imports.interviews.${name}`), { exact: true });

async function tell(page: Page): Promise<void> {
  await field(page, "model").fill("quill-3");
  await field(page, "judge").fill("assessor");
  await field(page, "methodOfAll").fill("Memory-100");
}

thorough(
  "folders of interviews are chosen, told what they don't say, checked, stored, asked about and counted by type",
  async ({ page, signInAs, worker }) => {
    worker.release();
    const { person } = await signInAs("admin");
    const { id, slug } = await addBenchmark();
    await page.goto(`/admin/benchmarks/${slug}/import`);
    await chooseFolder(page, writeFolders({ one: makeFolder(1), two: makeFolder(2) }), 16);
    const section = page.getByRole("region", { name: t("imports.interviews.title", { count: 2 }) });
    await expect(section.getByRole("listitem")).toHaveCount(2);
    await expect(section.getByText(t("imports.form.count", { count: 8 }))).toHaveCount(2);
    await press(page, t("imports.form.check", { count: 16 }));
    await expect(field(page, "model")).toHaveAccessibleDescription(t("imports.interviews.modelMissing"));
    await tell(page);
    expect(await findViolations(page)).toEqual([]);
    await check(page, 16);
    const people = page.getByRole("table", { name: t("imports.interviews.report.people", { count: 2 }) });
    await expect(people.getByRole("row")).toHaveCount(3);
    await expect(rowWith(page, t("imports.interviews.report.runs"), "Similarity")).toContainText("assessor");
    expect(await db.case.count({ where: { track: { benchmarkId: id } } })).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await press(page, t("imports.actions.store"));
    await expect(
      page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
    ).toBeVisible();
    expect(await db.case.count({ where: { track: { benchmarkId: id } } })).toBe(20);

    const study = await openedStudy({
      benchmark: slug,
      frame: { tracks: ["MCQ-4"] },
      sample: { seed: 7, quota: { "MCQ-4": 4 } },
    });
    for (const every of [2, 3]) await sitThrough(study, (position) => ({ isRight: position % every !== 0 }));
    await close(study);
    await addMember(operator(), { studyId: study.id, userId: person.id });
    await page.goto(resultsPath(study.slug, "overview"));
    const figures = page.getByRole("table", {
      name: t("resultsMcq.ofFormat", {
        title: t("resultsMcq.figures"),
        format: t("resultsMcq.format", { options: 4, types: "none" }),
      }),
    });
    await expect(figures.getByRole("row").filter({ hasText: "quill-3" })).toContainText("Memory-100");
    await expect(figures.getByRole("row")).toHaveCount(3);
    expect(await findViolations(page)).toEqual([]);
  },
);

thorough(
  "what is wrong with a folder is said with file, line and path, and nothing is stored",
  async ({ page, signInAs, worker }) => {
    worker.release();
    await signInAs("admin");
    await page.setViewportSize({ width: 360, height: 740 });
    const { id, slug } = await addBenchmark();
    await page.goto(`/admin/benchmarks/${slug}/import`);
    const twoRight = written(makeFolder(1).mcqs_4_option).replace("near_miss", "correct");
    const { split: _, ...half } = makeFolder(2);
    await chooseFolder(
      page,
      writeFolders({ one: { ...makeFolder(1), mcqs_4_option: twoRight }, two: half }),
      15,
    );
    await expect(page.getByText(t("imports.interviews.lacking", { names: "split" }))).toBeVisible();
    expect(await hasSidewaysScroll(page)).toBe(false);
    await tell(page);
    await check(page, 15);
    await expect(page.getByText(t("imports.report.refused.title", { problems: 2 })).first()).toBeVisible();
    const problem = rowWith(page, t("imports.problems.title", { count: 2 }), "mcqs_4_option.json");
    await expect(problem).toContainText("mcqs[0].options[1].kind");
    await expect(problem).toContainText("23");
    await expect(rowWith(page, t("imports.problems.title", { count: 2 }), "no split.json")).toBeVisible();
    await expect(page.getByRole("button", { name: t("imports.actions.store"), exact: true })).toBeHidden();
    expect(await hasSidewaysScroll(page)).toBe(false);
    expect(await db.case.count({ where: { track: { benchmarkId: id } } })).toBe(0);
  },
);
