import type { Locator, Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { parsePlan, type Design, type TextPart } from "#lib/studies/schema.ts";
import { holdScripts, untilAtWork } from "#e2e/support/at-work.ts";
import { press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const nameOf = (part: TextPart) => t(`builderWords.words.parts.${part}.name`);
const textOf = (page: Page, part: TextPart) =>
  page.getByLabel(t("builderWords.words.textOf", { part: nameOf(part) }), { exact: true });
/** One text is open at a time. */
const showPart = (page: Page, part: TextPart) =>
  page.getByRole("tab", { name: new RegExp(`^${nameOf(part)}`) }).click();
const previewOf = (page: Page, part: TextPart) =>
  page.getByRole("region", { name: t("builderWords.words.previewOf", { part: nameOf(part) }), exact: true });

async function save(page: Page): Promise<void> {
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.form.stored"), { exact: true })).toBeVisible();
}

async function designOf(slug: string): Promise<Design> {
  const { draft } = await db.study.findUniqueOrThrow({ where: { slug }, select: { draft: true } });
  return parsePlan(draft);
}

const harmful = [
  "### What it is",
  "Some *words* and [a page](https://example.org/board).",
  "[run](javascript:alert(1)) [data](data:text/html,x) [inside](/admin/people) [same](//example.org)",
  "![tracker](https://example.org/pixel.png)",
  '<img src=x onerror="alert(1)"> <b>bold</b>',
  "<script>alert(1)</script>",
  "# Whom to ask",
  "1. [mail](mailto:board@example.org)",
].join("\n\n");

async function expectHarmless(preview: Locator): Promise<void> {
  await expect(preview.getByRole("heading", { name: "Whom to ask" })).toBeVisible();
  // Below the page's own heading and the part's, without a gap, whatever marks were used.
  await expect(preview.getByRole("heading", { name: "Whom to ask", level: 3 })).toBeVisible();
  await expect(preview.getByRole("heading", { name: "What it is", level: 4 })).toBeVisible();
  const links = preview.getByRole("link");
  await expect(links).toHaveText(["a page", "mail"]);
  await expect(links.first()).toHaveAttribute("href", "https://example.org/board");
  await expect(links.first()).toHaveAttribute("rel", /noopener noreferrer/);
  await expect(preview.locator("img, script, b")).toHaveCount(0);
  await expect(preview).toContainText("tracker");
  await expect(preview).toContainText('<img src=x onerror="alert(1)"> <b>bold</b>');
  await expect(preview).toContainText("<script>alert(1)</script>");
}

thorough(
  "words: the template fills what is empty, and a text is seen as participants will see it, harmless",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const { slug } = await draftStudy();
    // As a finding's link leads there: to the language, and to the field.
    await page.goto(`/studies/${slug}/design/words?at=words.zh-CN.welcome`);
    await expect(textOf(page, "welcome")).toBeFocused();
    await test.step("the template fills what is empty, and says once a language is complete", async () => {
      const language = t("builderWords.words.languages.zh-CN");
      await textOf(page, "welcome").fill("欢迎参加。");
      await page.getByRole("button", { name: t("builderWords.words.fillAll", { count: 4 }) }).click();
      await expect(page.getByText(t("builderWords.words.complete", { language }))).toBeVisible();
      await expect(textOf(page, "welcome")).toHaveValue("欢迎参加。");
      await showPart(page, "consent");
      await expect(previewOf(page, "consent").locator("[lang='zh-CN']")).toContainText("参与者代码");
      await save(page);
      const { words } = await designOf(slug);
      expect(words["zh-CN"]).toMatchObject({ title: "是谁在说话？", welcome: "欢迎参加。" });
      expect(words.en.welcome).toBe("Welcome.");
      await page.goto(`/studies/${slug}/design/words`);
      await showPart(page, "welcome");
      await expect(textOf(page, "welcome")).toHaveValue("Welcome.");
    });
    await test.step("nothing that is written can do harm", async () => {
      await textOf(page, "welcome").fill(harmful);
      await expectHarmless(previewOf(page, "welcome"));
    });
  },
);

/** Until the page's script is there, though nothing looks forbidden. */
async function expectNobodyGetsIn(page: Page, chosen: Locator, letIn: () => void): Promise<void> {
  await expect(chosen).toBeEnabled();
  await chosen.focus();
  await expect(chosen).not.toBeFocused();
  letIn();
  await untilAtWork(page);
  await chosen.focus();
  await expect(chosen).toBeFocused();
}

thorough(
  "questions are chosen, put in order and kept, by keyboard alone, once the page’s script is there",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const { slug } = await draftStudy();
    const letIn = await holdScripts(page);
    await page.goto(`/studies/${slug}/design/questions`, { waitUntil: "commit" });
    const chosenOf = (key: "confidence" | "form") =>
      page
        .getByRole("group", { name: t(`builderWords.questions.${key}.legend`) })
        .getByRole("radio", { checked: true });
    await expectNobodyGetsIn(page, chosenOf("confidence"), letIn);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(t("builder.form.unsaved"), { exact: true })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await chosenOf("form").focus();
    await page.keyboard.press("ArrowRight");
    const add = page.getByRole("button", { name: t("builderWords.background.add") });
    for (const key of ["age", "languages"]) {
      await add.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByLabel(t("builderWords.background.key")).last()).toBeFocused();
      await page.keyboard.type(key);
      await page.getByLabel(t("builderWords.background.kind")).last().focus();
      await page.keyboard.type("A number");
    }
    await page.getByRole("button", { name: t("builderWords.background.up", { place: 2 }) }).focus();
    await page.keyboard.press("Enter");
    // What was moved is the first now, and can't go further up: the focus stays with it.
    await expect(page.getByLabel(t("builderWords.background.key")).first()).toBeFocused();
    await save(page);
    const { questions } = await designOf(slug);
    expect(questions.confidence).toEqual({ ask: "required", form: "options" });
    expect(questions.background.map(({ key, kind }) => [key, kind])).toEqual([
      ["languages", "number"],
      ["age", "number"],
    ]);
  },
);

async function renameDraft(page: Page, title: string): Promise<void> {
  await press(page, t("builder.rename.open"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("builder.create.title"), { exact: true }).fill(title);
  // The page is loaded again; what is pressed before that would be lost with it.
  const again = page.waitForEvent("load");
  await dialog.getByRole("button", { name: t("builder.rename.submit"), exact: true }).click();
  await again;
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

thorough(
  "rules and recruitment: what can’t be stored is told at its field, and a draft is renamed in place",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const { slug } = await draftStudy();
    await page.goto(`/studies/${slug}/design/rules`);
    await renameDraft(page, "Day watch");
    await test.step("a rule whose number is missing is told, and nothing is stored", async () => {
      await page.getByLabel(t("builderWords.rules.haste.rule")).check();
      await page.getByLabel(t("builderWords.rules.checks.rule")).check();
      const most = page.getByLabel(t("builderWords.rules.checks.most"));
      await most.fill("");
      await press(page, t("builder.form.save"));
      await expect(most).toHaveAccessibleDescription(new RegExp(t("builder.fieldErrors.whole")));
      await expect(most).toBeFocused();
      expect((await designOf(slug)).rules.haste).toBeNull();
      await most.fill("1");
      await page.getByLabel(t("builderWords.rules.haste.share")).fill("7");
      await save(page);
      await expect(page.getByText(t("builder.form.saved"), { exact: true })).toBeVisible();
      const { rules } = await designOf(slug);
      expect(rules).toMatchObject({ failedChecks: 1, haste: { seconds: 5, share: 0.07 } });
    });
    await test.step("ways in and cohorts are kept as they were typed", async () => {
      await page.goto(`/studies/${slug}/design/recruitment`);
      await page.getByLabel(t("builderWords.recruitment.ways.prolific.name"), { exact: true }).check();
      await expect(page.getByText("PROLIFIC_PID={{%PROLIFIC_PID%}}")).toBeVisible();
      const cohorts = page.getByLabel(t("builderWords.recruitment.cohorts.label"), { exact: true });
      const tooLong = "x".repeat(61);
      await cohorts.fill(`Undergraduate\n\n  博士生 \nUndergraduate\n${tooLong}`);
      await press(page, t("builder.form.save"));
      await expect(cohorts).toHaveAccessibleDescription(new RegExp(tooLong));
      await cohorts.fill("Undergraduate\n\n  博士生 \nUndergraduate");
      await save(page);
      expect((await designOf(slug)).recruitment).toEqual({
        ways: ["invitation", "prolific"],
        cohorts: ["Undergraduate", "博士生"],
      });
    });
  },
);
