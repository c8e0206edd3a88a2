import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openCsv } from "#lib/files/csv/scanner.ts";
import { formatProblem, fileProblemCodes } from "#lib/files/file-problems.ts";
import { sniffFile } from "#lib/files/sniff.ts";

const folder = mkdtempSync(path.join(tmpdir(), "csv-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function write(content: string | Buffer): string {
  const file = path.join(folder, `${files++}.csv`);
  writeFileSync(file, content);
  return file;
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a file that cannot be read as CSV at all", () => {
  const columns = (n: number) => `${Array.from({ length: n }, (_, i) => `column ${i}`).join(",")}\n`;
  const utf16 = (text: string) => Buffer.from(text, "utf16le");

  test.each([
    ["nothing", "", "empty_file", ""],
    ["nothing but a byte-order mark", "\uFEFF", "empty_file", ""],
    ["nothing but line ends", "\n\r\n ", "empty_file", ""],
    ["a zip archive", "PK\u0003\u0004\u0014\0", "zip_archive", ""],
    ["a gzip archive", latin1("\x1f\x8b\x08\0\0"), "gzip_archive", ""],
    ["UTF-16 with a mark", utf16("\uFEFFprompt,gt\n"), "utf16", ""],
    ["UTF-16 without", utf16("prompt,gt\n1,2\n"), "utf16", ""],
    ["UTF-16, the other order", utf16("prompt,gt\n1,2\n").swap16(), "utf16", ""],
    ["zeros", Buffer.alloc(100_000), "binary_file", ""],
    ["a program", latin1(`\x7fELF\x02\x01\x01${"\0".repeat(40)}\x03`), "binary_file", ""],
    ["an empty first row", "\na,b\n", "no_header", "\\u{A}a,b\\u{A}"],
    ["a first row of data", `${"long ".repeat(201)},gt\n`, "no_header", `${"long ".repeat(15)}long…`],
    ["5,000 columns", columns(5000), "too_many_columns", "5000 columns"],
    ["two columns of one name", "a,b,a\n1,2,3\n", "duplicate_column", "a"],
    ["a mark in the header that is never closed", 'a,"b\n1,2\n', "unclosed_quote", '"b\\u{A}1,2\\u{A}'],
    ["a broken header", '"a"b,c\n', "broken_quoting", '"a"'],
    ["a header in Latin-1", latin1("größe\n1\n"), "not_utf8", "gr\\xF6\\xDFe"],
  ])("%s", async (_, content, error, found) => {
    expect(await openCsv(write(content))).toEqual({ ok: false, error, found });
  });

  test("1,000 columns are read", async () => {
    expect(await openCsv(write(`${columns(1000)}1\n`))).toMatchObject({ ok: true });
  });

  test("a file that isn't there is thrown", async () => {
    await expect(openCsv(path.join(folder, "none.csv"))).rejects.toThrow("ENOENT");
  });
});

test("2 GB of nothing are refused after the first bytes", async () => {
  const file = path.join(folder, "sparse.csv");
  const opened = openSync(file, "w");
  ftruncateSync(opened, 2 ** 31);
  closeSync(opened);
  expect(await openCsv(file)).toMatchObject({ error: "binary_file" });
  expect(await sniffFile(file)).toMatchObject({ error: "binary_file" });
});

test("a header that never ends is refused after its first megabytes", async () => {
  expect(await openCsv(write(`"${"x".repeat(5_000_000)}`))).toMatchObject({ error: "no_header" });
  expect(await openCsv(write("a,".repeat(2_000_000)))).toMatchObject({ error: "too_many_columns" });
});

test("every problem has a sentence that says what to do", () => {
  for (const code of fileProblemCodes) {
    expect(formatProblem(code, "5000 columns")).toMatch(/^[A-Z“].*\. .*[.?]$|^[A-Z].*[:;] .*[.]$/);
  }
});
