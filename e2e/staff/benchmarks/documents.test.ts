import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { casePath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { addBenchmark, card, check, choose, expect, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

// Documents, from the files that people have to their reader.

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const vtt = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ruth>Who kept the ferry?

00:00:05.000 --> 00:00:09.000
<v Joan>My aunt, until the flood.
`;
const thoughts = JSON.stringify([
  {
    character: "沈砚",
    reason: "他翻了印。",
    raw_text: "来客翻了印。他不认得。",
    thought: { content: "他不认得。", type: "推理式" },
    action: { content: "沈砚推了茶。", type: "行为" },
  },
]);

thorough(
  "transcripts and thoughts are chosen as they are, looked at, stored and read",
  async ({ page, signInAs, worker }) => {
    worker.release();
    await signInAs("admin");
    const { id, slug } = await addBenchmark();
    await page.goto(`/admin/benchmarks/${slug}/import`);
    await choose(page, file("ferry.vtt", vtt), file("results.json", thoughts));
    await expect(card(page, "ferry.vtt").getByLabel(t("imports.fields.track"))).toHaveValue("Interviews");
    await expect(card(page, "results.json").getByLabel(t("imports.fields.track"))).toHaveValue("Thoughts");
    await check(page, 2);
    await expect(page.getByText("My aunt, until the flood.")).toBeVisible();
    await page.locator("summary").filter({ hasText: "Thoughts" }).click();
    await expect(page.getByRole("heading", { name: t("reader.titles.passage") })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await press(page, t("imports.actions.store"));
    await expect(
      page.getByText(t("imports.report.stored.title"), { exact: true }).and(page.getByRole("paragraph")),
    ).toBeVisible();
    expect(await db.case.count({ where: { kind: "document", track: { benchmarkId: id } } })).toBe(2);
  },
);

/** Whose turn has the focus, and what it begins with. */
const here = (page: Page) =>
  page.evaluate(() => [
    document.activeElement?.querySelector("span")?.textContent,
    document.activeElement?.nextElementSibling?.textContent?.slice(0, 9),
  ]);

thorough(
  "a long transcript is searched and gone through by keyboard, on a phone and in Chinese too",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const benchmark = await addBenchmark();
    const turns = Array.from({ length: 900 }, (_, at) => ({
      speaker: at % 300 === 299 ? "Vicar" : at % 2 === 0 ? "Ruth" : "Joan",
      text: `Turn ${at}. ${"The river rose. ".repeat(12)}${at === 700 ? "A heron stood on the weir." : ""}`,
    }));
    const line = JSON.stringify({
      id: "long",
      kind: "document",
      content: { title: "Joan on the flood", turns },
    });
    await bring(benchmark, {
      track: "Interviews",
      cases: `${line}\n${readFileSync("docs/formats/documents-example.jsonl", "utf8").split("\n")[0]}`,
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(casePath(benchmark.slug, "Interviews", "long"));
    const reader = page.getByRole("group", { name: t("reader.text"), exact: true });
    await expect(reader.getByRole("combobox")).toContainText("Vicar: 3 turns, 0% of the text");
    expect(await hasSidewaysScroll(page)).toBe(false);
    await page.keyboard.press("/");
    const field = reader.getByRole("searchbox", { name: t("reader.find.label") });
    await expect(field).toBeFocused();
    await page.keyboard.type("HERON");
    await expect(reader.getByRole("status").first()).toHaveText("1 of 1");
    await expect(reader.getByText("A heron stood on the weir.")).toBeInViewport();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("s");
    await expect.poll(() => here(page)).toEqual(["Ruth", "Turn 702."]);
    await page.keyboard.press("j");
    await expect.poll(() => here(page)).toEqual(["Joan", "Turn 703."]);
    await page.keyboard.press("k");
    await page.keyboard.press("Shift+S");
    await expect.poll(() => here(page)).toEqual(["Ruth", "Turn 700."]);
    await reader.getByRole("combobox").selectOption({ label: "Vicar: 3 turns, 0% of the text" });
    await press(page, t("reader.nextTurn"));
    await expect.poll(() => here(page)).toEqual(["Vicar", "Turn 899."]);
    await expect(reader.getByText("Turn 899.")).toBeInViewport();
    expect(await findViolations(page)).toEqual([]);
  },
);

thorough("what is marked is told, painted, led to and taken back", async ({ page }) => {
  await page.goto("/gallery");
  const reader = page.getByRole("group", { name: t("reader.text"), exact: true }).first();
  const told = page.locator("code").filter({ hasText: "quote" });
  await reader.getByText("How does one learn it?").selectText();
  await reader.getByRole("button", { name: t("reader.mark"), exact: true }).click();
  await expect(told).toContainText('"quote":"How does one learn it?"');
  await expect(reader.getByText("Marks: 1")).toBeVisible();
  const painted = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get("marked") ?? [])].map((range) => (range as Range).toString()),
    );
  await expect.poll(painted).toEqual(["How does one learn it?"]);
  await reader.getByText("Marks: 1").click();
  await reader.getByRole("button", { name: /^Remove the mark/ }).click();
  await expect(told).toHaveCount(0);
  await expect.poll(painted).toEqual([]);
});
