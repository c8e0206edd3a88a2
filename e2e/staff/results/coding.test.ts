import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { benchmarkPath, resultsPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { close, finishedStudy } from "#e2e/support/answered-study.ts";
import { expectHeading, expectRoom, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const words = "resultsExport.coding";
const field = (page: Page, name: "of" | "name" | "book" | "codes" | "file") =>
  page.getByLabel(t(`${words}.${name}.label`), { exact: true });
const send = (page: Page) => press(page, t(`${words}.submit`));
const codes = ["Manner of speaking", "Knowledge", "Guess"];

const countBenchmarks = (name: string) => db.benchmark.count({ where: { name } });
const takenFrom = (subjectId: string) =>
  db.auditEvent.findMany({
    where: { action: "study_results.exported", subjectId },
    select: { details: true, actor: { select: { role: true } } },
  });

thorough(
  "an admin makes a benchmark of a closed study’s reasons by the keyboard alone; a researcher isn’t asked to",
  async ({ page, signInAs, signInAsMember }) => {
    const study = await finishedStudy();
    const reasons = await db.answer.count({
      where: { served: { studyId: study.id }, reason: { not: null } },
    });
    expect(reasons).toBeGreaterThan(2);
    const address = resultsPath(study.slug, "export");
    await signInAsMember(study);
    await page.goto(address);
    await expectRoom(page, t("resultsExport.title"));
    await expect(field(page, "codes")).toHaveCount(0);

    await signInAs("admin");
    await page.goto(address);
    await field(page, "of").focus();
    await page.keyboard.press("Tab");
    const name = `Why they chose ${study.slug}`;
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await expect(field(page, "book")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(codes.join("\n"));
    await page.keyboard.press("Tab");
    await expect(field(page, "file")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectHeading(page, name);
    const { slug, ...made } = await db.benchmark.findFirstOrThrow({
      where: { name },
      select: { slug: true, description: true, tracks: { select: { cases: { select: { kind: true } } } } },
    });
    await expect(page).toHaveURL(new RegExp(`${benchmarkPath(slug)}$`));
    expect(made.description).toContain(study.slug);
    expect(made.tracks.flatMap(({ cases }) => cases)).toEqual(Array(reasons).fill({ kind: "codes" }));
    // Everybody gave the same reason.
    const told = page.getByRole("region", { name: t("shell.notifications") });
    await expect(told).toContainText(t(`${words}.done`, { name, count: reasons }));
    await expect(told).toContainText(t(`${words}.repeated`, { count: reasons - 1 }));
    const files = `texts to code, for the benchmark ${name}`;
    expect(await takenFrom(study.id)).toEqual([
      { details: { files, numbers: "study", who: "people", texts: "with" }, actor: { role: "admin" } },
    ]);
  },
);

thorough(
  "what can’t be coded is refused with its place, keeps what was filled in and leaves nothing behind",
  async ({ page, signInAs }) => {
    const study = await openedStudy();
    await close(study);
    await signInAs("admin");
    await page.goto(resultsPath(study.slug, "export"));
    await field(page, "codes").fill(codes.join("\n"));
    await send(page);
    await expect(field(page, "name")).toHaveAccessibleDescription(t(`${words}.errors.empty`));
    await expect(page.getByRole("alert").filter({ hasText: t(`${words}.errors.marked`) })).toBeVisible();

    const { name: taken } = await db.benchmark.findUniqueOrThrow({ where: { slug: study.benchmark } });
    await field(page, "name").fill(taken);
    await send(page);
    await expect(field(page, "name")).toHaveAccessibleDescription(t(`${words}.errors.name_taken`));

    const name = `Nothing of ${study.slug}`;
    await field(page, "name").fill(name);
    await send(page);
    await expect(page.getByText(t(`${words}.errors.no_texts.reasons`))).toBeVisible();

    await field(page, "of").selectOption("both");
    const sixteen = Array.from({ length: 16 }, (_, at) => `Code ${at}`).join("\n");
    const wrong = ["Guess\n\nGuess", '["Guess",\n"Know]', "Guess", sixteen];
    const places = [/Line 3: “Guess”/, /Line 2, character 1/, /at least 2/, /At most 15/];
    for (const [at, text] of wrong.entries()) {
      await field(page, "file").setInputFiles({
        name: "codes.txt",
        mimeType: "text/plain",
        buffer: Buffer.from(text),
      });
      await expect(field(page, "codes")).toHaveValue(text);
      await send(page);
      await expect(field(page, "codes")).toHaveAccessibleDescription(places[at] ?? "");
    }
    await expect(field(page, "name")).toHaveValue(name);
    await expect(field(page, "of")).toHaveValue("both");
    expect(await findViolations(page)).toEqual([]);
    expect(await countBenchmarks(name)).toBe(0);
    expect(await takenFrom(study.id)).toEqual([]);
  },
);
