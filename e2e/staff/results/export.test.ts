import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { resultsPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { expectRoom } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** What the press of a button brings. */
async function take(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test("a researcher takes everything in one file, and a single one that fits to it", async ({
  page,
  signInAsMember,
}) => {
  const study = await openedStudy();
  const sitters = [await beginAt(study), await beginAt(study)];
  for (const sitter of sitters) {
    for (const position of [1, 2]) await answer(sitter, position);
    await submitSitting(sitter.viewer, sitter.sittingId);
  }
  await signInAsMember(study);
  const address = resultsPath(study.slug, "export");
  const early = wordsOf({ text: await (await page.request.get(address)).text() });
  expect(early).toContain(t("results.notYet.title"));
  expect(early).not.toContain(t("resultsExport.all.csv"));

  await closeStudy(operator(), study.slug);
  await page.goto(address);
  await expectRoom(page, t("resultsExport.title"));
  await page.getByLabel(t("resultsExport.choices.texts.label")).selectOption("without");
  const zip = await take(page, t("resultsExport.all.csv"));
  expect(zip.name).toBe(`${study.slug}-export-csv.zip`);
  const files = readZip(zip.content);
  expect([...files.keys()]).toEqual([
    ...["answers.csv", "participants.csv", "cases.csv", "predictions.csv", "history.csv"],
    ...["people-as-model/Literary_people.csv", "manifest.json", "codebook.md"],
  ]);
  expect(files.get("answers.csv")?.split("\r\n")[0]).not.toContain("reason");
  for (const { viewer, sittingId } of sitters) {
    const { handle } = await db.user.findUniqueOrThrow({ where: { id: viewer.userId } });
    for (const text of files.values())
      for (const secret of [handle, sittingId]) expect(text).not.toContain(secret);
  }
  const single = await take(
    page,
    `${t("resultsExport.files.kinds.answers.name")}: ${t("resultsExport.files.csv")}`,
  );
  expect(single.name).toBe(`${study.slug}-answers.csv`);
  expect(single.content.toString("utf8")).toBe(files.get("answers.csv"));
  const asModel = await take(page, `${t("resultsExport.files.kinds.model.name")}: Literary`);
  expect(asModel.content.toString("utf8")).toBe(files.get("people-as-model/Literary_people.csv"));
  const words = "resultsExport.files.kinds.log";
  const asLog = await take(
    page,
    `${t(`${words}.name`)}: ${t(`${words}.participants`, { track: "Literary" })}`,
  );
  expect(asLog.name).toMatch(/_[a-z0-9-]+-Literary_[0-9a-f]{22}\.eval$/);
  expect(readZip(asLog.content).get("header.json")).toContain('"model":"people"');
  const harness = await take(page, `${t(`${words}.name`)}: ${t(`${words}.lmEval`)}`);
  expect(readZip(harness.content).size).toBe(2);
});
