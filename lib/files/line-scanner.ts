import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import type { ScanProblem } from "#lib/files/file-problems.ts";
import { byteOrderMark, FileWindow, type Reading } from "#lib/files/text-file.ts";
import { findInvalidByte, printable, printableAround, printableBytes } from "#lib/files/printable.ts";

const LF = 10;
const CR = 13;

/** The bytes are a view: they are good until the next batch is asked for. */
export type ScannedLine = {
  readonly line: number;
  readonly bytes: Buffer;
  readonly problems: readonly ScanProblem[];
};

export const lineLimit = 4_000_000;
const windowSize = 512 * 1024;
const batchLimit = 4096;
const none: readonly ScanProblem[] = [];
const nothing = Buffer.alloc(0);

/** The lines that hold anything, in bounded memory whatever the file. */
export async function* openLines(
  path: string,
  { lineLimit: limit = lineLimit, ...reading }: Reading & { lineLimit?: number } = {},
): AsyncGenerator<readonly ScannedLine[]> {
  const file = await open(path);
  try {
    const window = new FileWindow(file, { size: windowSize, from: 0, ...reading });
    let line = 1;
    let at = 0;
    /** How the line began that is going by, too long to be kept. */
    let endless: Buffer | null = null;
    await window.move(0);
    if (window.bytes.subarray(0, 3).equals(byteOrderMark)) at = 3;
    for (;;) {
      const { bytes, isLast } = window;
      let batch: ScannedLine[] = [];
      let end: number;
      while ((end = endOfLine(bytes, at, isLast)) >= 0) {
        if (endless || end - at > limit + 1) batch.push(tooLong(line, endless ?? bytes.subarray(at, end)));
        else
          addLine(
            batch,
            line,
            bytes.subarray(at, bytes[end - 1] === CR ? Math.max(at, end - 1) : end),
            limit,
          );
        endless = null;
        line++;
        at = end + 1;
        if (batch.length === batchLimit) {
          yield checked(batch);
          batch = [];
        }
      }
      if (batch.length > 0) yield checked(batch);
      if (isLast) return;
      if (endless || bytes.length - at > limit + 1) {
        endless ??= Buffer.from(bytes.subarray(at, at + printableBytes));
        at = bytes.length;
      }
      await window.move(at);
      at = 0;
    }
  } finally {
    await file.close();
  }
}

function endOfLine(bytes: Buffer, at: number, isLast: boolean): number {
  const feed = at < bytes.length ? bytes.indexOf(LF, at) : -1;
  return feed < 0 && isLast && at < bytes.length ? bytes.length : feed;
}

function addLine(batch: ScannedLine[], line: number, bytes: Buffer, limit: number): void {
  if (bytes.length > limit) batch.push(tooLong(line, bytes));
  else if (bytes.some((byte) => byte !== 32 && byte !== 9 && byte !== CR)) {
    batch.push({ line, bytes, problems: none });
  }
}

function tooLong(line: number, beginning: Buffer): ScannedLine {
  const found = printable(beginning.subarray(0, printableBytes));
  return { line, bytes: nothing, problems: [{ line, column: null, problem: "line_too_long", found }] };
}

const checked = (batch: readonly ScannedLine[]) => batch.map(checkCharacters);

function checkCharacters(scanned: ScannedLine): ScannedLine {
  const { line, bytes } = scanned;
  const isText = isUtf8(bytes);
  const nul = bytes.indexOf(0);
  if (isText && nul < 0) return scanned;
  const problems = [...scanned.problems];
  const add = (problem: "not_utf8" | "null_character", at: number) =>
    problems.push({ line, column: null, problem, found: printableAround(bytes, at) });
  if (!isText) add("not_utf8", findInvalidByte(bytes));
  if (nul >= 0) add("null_character", nul);
  return { line, bytes, problems };
}
