import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { joinPath } from "#lib/invitations/schema.ts";
import { resultsPath } from "#lib/paths.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  attentivePeople,
  designFrom,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { candidates, choose, radio } from "#e2e/participant/faults/started-sitting.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { expectHeading, expectRoom, press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };

// The second kind of task, from a file to the report.

type Line = { id: string; question: string; options: { name: string; type: string }[]; gold?: string };

const cases = exampleLines("formats/texts-example.jsonl");
const lines = cases.map((line) => JSON.parse(line) as Line);
const types = [...new Set(lines.flatMap(({ options }) => options.map(({ type }) => type)))];
const track = "Plausibility";
const own = en.taskKinds.texts.sitting;

/** The cases, and a run that is certain of the first option of each. */
const designOf = async (changes: Record<string, unknown> = {}) => ({
  ...(await designFrom({
    ...{ track, cases, count: lines.length },
    results: {
      lantern: lines.map(({ id, options }) => ({
        case: id,
        probabilities: options.map((_, option) => (option === 0 ? 1 : 0)),
      })),
    },
  })),
  ...changes,
});

const practised = {
  seed: 7,
  quota: { [track]: 3 },
  practice: { count: 1, cases: [{ track, key: "ferry-1" }] },
};

test("texts are answered on a narrow phone, in Chinese and the dark, counted by their types, and taken along", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const sitting = { link: study.link, count: lines.length };
  const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, sitting);
  for (const { question } of lines) expect(bytes).toContain(JSON.stringify(question).slice(1, 20));
  expect(types.filter((type) => bytes.includes(type))).toEqual([]);

  for (const every of [2, 3]) await sitThrough(study, (position) => ({ isRight: position % every !== 0 }));
  await close(study);
  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  await expect(
    page.getByText(t("results.withoutGold.title", { all: "false", count: 2, cases: lines.length })),
  ).toBeVisible();
  const table = page.getByRole("table", { name: t("resultsTexts.title") });
  await expect(table.getByRole("row")).toHaveCount(1 + types.length);
  for (const type of types) await expect(table.getByRole("row", { name: type })).toContainText("of 30");
  expect(await findViolations(page)).toEqual([]);

  await page.goto(resultsPath(study.slug, "report"));
  await expectRoom(page, t("reports.title"));
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: t("reportPage.download") }).click();
  const files = readZip(await readFile(await (await waiting).path()));
  const [header, ...rows] = (files.get("answers.csv") ?? "").trimEnd().split("\r\n");
  const at = header?.split(",").indexOf("choice_type") ?? -1;
  expect(at).toBeGreaterThan(0);
  expect(rows).toHaveLength(3 * lines.length);
  expect(files.get("codebook.md")).toContain("`choice_type`");
});

async function begin(page: Page, link: string): Promise<void> {
  await page.goto(joinPath(link));
  await page.getByRole("link", { name: t("join.goOn") }).click();
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
  await press(page, t("sitting.goOn"));
  await expectHeading(page, t("sitting.instructions.title"));
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ expectErrors }) => {
      if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    });

    test("practice tells which text is right, and what lacks is asked for in words of texts", async ({
      page,
    }) => {
      const { link } = await openedStudy(await designOf({ sample: practised }));
      await begin(page, link);
      await expect(page.getByText(own.instructions.exampleAnswer.slice(-20))).toBeVisible();
      await page.getByRole("link", { name: t("sitting.instructions.practise") }).click();
      await expect(page.getByText("What did the ferryman say about the new bridge?")).toBeVisible();
      await press(page, t("sitting.case.check"));
      await expect(page.getByRole("alert").getByText(own.missing.choice)).toBeVisible();
      const wrong = "It will bring him more passengers than before.";
      await candidates(page).filter({ hasText: wrong }).click();
      await press(page, t("sitting.case.check"));
      const right = "It will take his passengers but not his freight.";
      await expect(
        page.getByText(own.practice.wrong.replace("{right}", right).replace("{chosen}", wrong)),
      ).toBeVisible();
      await page.getByRole("link", { name: t("sitting.practice.goOn") }).click();
      await expectHeading(page, t("sitting.case.place", { place: "1", count: "3" }));
      await choose(page, 1);
    });
  });

test("a draft is rehearsed by keyboard alone", async ({ page, signInAs }) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf({ sample: practised }), "practise");
  await expectHeading(page, t("sitting.case.practicePlace", { place: "1", count: "1" }));
  await page.keyboard.press("3");
  await expect(radio(page, 2)).toBeChecked();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText(own.keys.choose, { exact: true })).toBeVisible();
});

test("simulated people answer texts, by the server’s own forms", async ({ product }) => {
  const study = await openedStudy(
    await designOf({
      sample: practised,
      questions: { confidence: { ask: "required", form: "options" }, reason: "required" },
    }),
  );
  await judgeSimulated(product, study, attentivePeople(1));
});
