import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { languageOf, sniffFile } from "#lib/files/sniff.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sniff-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function sniff(content: string | Buffer) {
  const file = path.join(folder, `${files++}`);
  writeFileSync(file, content);
  return sniffFile(file);
}

describe("what a file is, by its content", () => {
  test("CSV: its columns and the first prompts, cut", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `"${i}","${"long ".repeat(1000)}"\n`).join("");
    const sniffed = await sniff(`gt,prompt\n${rows}`);
    if (!sniffed.ok || sniffed.value.format !== "csv") throw new Error("not CSV");
    expect(sniffed.value.columns).toEqual(["gt", "prompt"]);
    expect(sniffed.value.sample).toEqual(Array.from({ length: 50 }, () => "long ".repeat(200)));
  });

  test("JSON Lines: the first objects, whatever else stands there", async () => {
    const deep = `{"case":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    expect(await sniff(`\uFEFF\n{"case":"1"}\nnonsense\n[1]\n${deep}\n{"case":"2"}`)).toEqual({
      ok: true,
      value: { format: "jsonl", objects: [{ case: "1" }, { case: "2" }] },
    });
  });

  test("JSON Lines: of a line that never ends, what it begins with", async () => {
    const endless = `{"track":"Drama","content":{"turns":[${'{"text":"No."},'.repeat(100_000)}`;
    const sniffed = await sniff(endless);
    if (!sniffed.ok || sniffed.value.format !== "jsonl") throw new Error("not JSON Lines");
    expect(sniffed.value.objects).toMatchObject([{ track: "Drama", content: {} }]);
    expect(await sniff(`{"track":"Drama"}\n${endless}`)).toMatchObject({
      value: { objects: [{ track: "Drama" }] },
    });
  });

  test.each([
    ["a JSON list", '[\n{"case":"1"}]', "json_not_lines"],
    ["one JSON object over several lines", '{\r\n  "case": "1"\n}', "json_not_lines"],
    ["a zip archive", "PK\u0003\u0004 Literary.csv", "zip_archive"],
    ["nothing", "", "empty_file"],
    ["UTF-16", Buffer.from("\uFEFFprompt,gt\n", "utf16le"), "utf16"],
  ])("%s", async (_, content, error) => {
    expect(await sniff(content)).toMatchObject({ ok: false, error });
  });
});

describe("the language that dominates", () => {
  test.each([
    ["Who speaks next?", "en"],
    ["谁在说话?", "zh"],
    ["You are an AI specialist. [Character1: 王夫人] 你怎么来了?今天外面风大,快进来坐,我让他们倒茶。", "zh"],
    ["She wrote 爱 on the wall and left the room without a word.", "en"],
    ["", "en"],
    ["12345 !?", "en"],
  ])("%s", (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
