import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openLines } from "#lib/files/line-scanner.ts";
import { thorough } from "#lib/testing/thorough.ts";

const folder = mkdtempSync(path.join(tmpdir(), "line-scanner-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

async function read(content: string | Buffer, lineLimit?: number) {
  const file = path.join(folder, `${files++}.jsonl`);
  writeFileSync(file, content);
  const lines: { line: number; text: string; problems: string[]; found: string[] }[] = [];
  for await (const batch of openLines(file, { lineLimit })) {
    for (const { line, bytes, problems } of batch) {
      lines.push({
        line,
        text: bytes.toString("utf8"),
        problems: problems.map((one) => one.problem),
        found: problems.map((problem) => problem.found),
      });
    }
  }
  return lines;
}

const textsOf = async (content: string) => (await read(content)).map((item) => [item.line, item.text]);

describe("lines", () => {
  test.each([
    [
      "LF",
      "1\n2\n",
      [
        [1, "1"],
        [2, "2"],
      ],
    ],
    [
      "CRLF",
      "1\r\n2\r\n",
      [
        [1, "1"],
        [2, "2"],
      ],
    ],
    [
      "no end behind the last",
      "1\n2",
      [
        [1, "1"],
        [2, "2"],
      ],
    ],
    [
      "blank ones are skipped and counted",
      "\n1\n \t\r\n\r\n2\n\n",
      [
        [2, "1"],
        [5, "2"],
      ],
    ],
    [
      "a byte-order mark",
      "\uFEFF1\n\uFEFF2\n",
      [
        [1, "1"],
        [2, "\uFEFF2"],
      ],
    ],
    ["nothing at all", "", []],
    ["blanks of a line stay", " 1 \n", [[1, " 1 "]]],
  ])("%s", async (_, content, expected) => {
    expect(await textsOf(content)).toEqual(expected);
  });

  thorough("a hundred thousand, whatever the window and the batch", async () => {
    const expected = Array.from({ length: 100_000 }, (_, i) => `{"case":"${i}"}`);
    expect(await textsOf(expected.join("\n"))).toEqual(expected.map((text, i) => [i + 1, text]));
  });

  test("lines longer than a window", async () => {
    const long = ["a", "b", "c"].map((letter) => letter.repeat(1_500_000));
    expect(await textsOf(`1\n${long.join("\r\n")}\n2`)).toEqual([
      [1, "1"],
      ...long.map((text, i) => [i + 2, text]),
      [5, "2"],
    ]);
  });
});

describe("a line with a problem leaves its neighbours alone", () => {
  test("too long, by one byte and by millions", async () => {
    const lines = await read(`12345\r\n123456\r\n${"7".repeat(3_000_000)}\n8\n${"9".repeat(700_000)}`, 5);
    expect(lines.map((entry) => [entry.line, entry.text, ...entry.problems])).toEqual([
      [1, "12345"],
      [2, "", "line_too_long"],
      [3, "", "line_too_long"],
      [4, "8"],
      [5, "", "line_too_long"],
    ]);
    expect(lines[2]?.found).toEqual([`${"7".repeat(79)}…`]);
  });

  test("Latin-1 and U+0000", async () => {
    const lines = await read(Buffer.from('{"a":"é"}\n{"b":"\0"}\n{"c":1}\n', "latin1"));
    expect(lines.map((line) => [...line.problems, ...line.found])).toEqual([
      ["not_utf8", '{"a":"\\xE9"}'],
      ["null_character", '{"b":"\\u{0}"}'],
      [],
    ]);
  });
});

test("it stops where it is told to", async () => {
  const file = path.join(folder, "long.jsonl");
  writeFileSync(file, "1\n".repeat(1_000_000));
  const stop = new AbortController();
  const seen: number[] = [];
  const lines = openLines(file, { signal: stop.signal, onBytes: (bytes) => seen.push(bytes) });
  const exhaust = async () => {
    for await (const _ of lines) stop.abort();
  };
  await expect(exhaust()).rejects.toThrow("abort");
  expect(seen).toHaveLength(1);
});
