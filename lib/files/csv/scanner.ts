import { open } from "node:fs/promises";
import { CsvAutomaton } from "#lib/files/csv/automaton.ts";
import { CsvBatch, type CsvRow } from "#lib/files/csv/batch.ts";
import { headerLimit, readHeader, type CsvHeader } from "#lib/files/csv/header.ts";
import { FileWindow, type Reading } from "#lib/files/file-window.ts";
import { readHead, type FileResult } from "#lib/files/text-file.ts";
import { succeed } from "#lib/result.ts";

export { fieldLimit } from "#lib/files/csv/automaton.ts";
export type { CsvRow } from "#lib/files/csv/batch.ts";
export type { ScanProblem } from "#lib/files/file-problems.ts";

export type CsvFile = {
  readonly columns: readonly string[];
  /**
   * The rows from the first on, each time it is asked. Of the columns not wanted nothing is kept, and their
   * characters are not looked at.
   */
  rows(wanted: readonly string[]): AsyncGenerator<readonly CsvRow[]>;
};

const usualWindow = 512 * 1024;

/** Reads RFC 4180 as bytes, in bounded memory whatever the file: rows that break the rules are marked, not fatal. */
export async function openCsv(
  path: string,
  { windowSize = usualWindow, ...reading }: Reading & { windowSize?: number } = {},
): Promise<FileResult<CsvFile>> {
  const header = await findHeader(path);
  if (!header.ok) return header;
  const { columns, length, line, offset } = header.value;
  return succeed({
    columns,
    rows: (wanted) =>
      readRows(path, {
        columns,
        wanted: [...new Set(wanted)],
        line,
        window: { size: windowSize, from: offset + length, ...reading },
      }),
  });
}

async function findHeader(path: string): Promise<FileResult<CsvHeader & { offset: number }>> {
  for (const size of [usualWindow, headerLimit]) {
    const start = await readHead(path, size);
    if (!start.ok) return start;
    const { head, offset } = start.value;
    const read = readHeader(head, { isWhole: head.length + offset < size, canGrow: size < headerLimit });
    if (read?.ok) return succeed({ ...read.value, offset });
    if (read) return read;
  }
  throw new Error("a header is either read or refused");
}

type Start = {
  columns: readonly string[];
  wanted: readonly string[];
  line: number;
  window: ConstructorParameters<typeof FileWindow>[1];
};

async function* readRows(path: string, start: Start): AsyncGenerator<readonly CsvRow[]> {
  const file = await open(path);
  try {
    const window = new FileWindow(file, start.window);
    const batch = new CsvBatch(start.wanted);
    const automaton = new CsvAutomaton(start.columns, start.wanted, batch, start.line);
    for (let at = 0; !window.isLast;) {
      await window.move(at);
      automaton.attach(window.bytes, window.isLast);
      at = 0;
      do {
        at = automaton.scan(at);
        if (!automaton.needsMore) {
          yield batch.rows();
          batch.clear();
        }
      } while (!automaton.needsMore);
    }
    const rest = batch.rows();
    if (rest.length > 0) yield rest;
  } finally {
    await file.close();
  }
}
