import { open } from "node:fs/promises";
import {
  COMMA,
  CR,
  CsvAutomaton,
  CsvBatch,
  type CsvRow,
  isEnd,
  LF,
  QUOTE,
} from "#lib/files/csv/automaton.ts";
import {
  type FileFailure,
  type FileResult,
  FileWindow,
  readHead,
  type Reading,
  refuse,
} from "#lib/files/text-file.ts";
import { succeed } from "#lib/result.ts";
import { isUtf8 } from "node:buffer";
import {
  findInvalidByte,
  printableAround,
  printableBytes,
  withoutHalfCharacter,
} from "#lib/files/printable.ts";

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

const columnLimit = 1000;
const columnNameLimit = 1000;
/** Holds any header that is accepted, even if every byte of it is a doubled quotation mark. */
const headerLimit = columnLimit * (columnNameLimit * 2 + 3);

/** What a header says, and where behind it the rows begin. */
type CsvHeader = { columns: readonly string[]; length: number; line: number };

/** Null where the row goes on behind these bytes and more of them can be had. */
function readHeader(
  head: Buffer,
  { isWhole, canGrow }: { isWhole: boolean; canGrow: boolean },
): FileResult<CsvHeader> | null {
  const names: Buffer[] = [];
  let [at, count] = [0, 0];
  for (;;) {
    const from = at;
    const isQuoted = head[from] === QUOTE;
    at = isQuoted ? behindQuoted(head, from) : behindPlain(head, from);
    if (at === head.length && !isWhole) return canGrow ? null : refuseEndless(count, head);
    if (at < head.length && !isEnd(head[at]))
      return refuse("broken_quoting", withoutHalfCharacter(head.subarray(from, at)));
    if (isQuoted && (at - from < 2 || head[at - 1] !== QUOTE))
      return refuse("unclosed_quote", head.subarray(from, at));
    count++;
    // A million names are counted, and not kept.
    if (count <= columnLimit)
      names.push(isQuoted ? head.subarray(from + 1, at - 1) : head.subarray(from, at));
    if (head[at] !== COMMA) break;
    at++;
  }
  if (count > columnLimit) return refuse("too_many_columns", `${count} columns`);
  const refusal = refuseNames(names, head);
  if (refusal) return refusal;
  const columns = names.map((name) => name.toString("utf8").replaceAll('""', '"').trim());
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice !== undefined) return refuse("duplicate_column", twice);
  if (head[at] === CR && head[at + 1] === LF) at++;
  const length = Math.min(at + 1, head.length);
  const ends = head.toString("latin1", 0, length).match(/\r\n|\n|\r/g);
  return succeed({ columns, length, line: (ends?.length ?? 0) + 1 });
}

function behindPlain(head: Buffer, from: number): number {
  let at = from;
  while (at < head.length && !isEnd(head[at]) && head[at] !== QUOTE) at++;
  return at;
}

/** Behind the closing mark, or the end of the bytes. */
function behindQuoted(head: Buffer, from: number): number {
  let at = head.indexOf(QUOTE, from + 1);
  while (at >= 0 && head[at + 1] === QUOTE) at = head.indexOf(QUOTE, at + 2);
  return at < 0 ? head.length : at + 1;
}

function refuseEndless(count: number, head: Buffer): FileFailure {
  return count > columnLimit
    ? refuse("too_many_columns", `more than ${count} columns`)
    : refuse("no_header", head.subarray(0, printableBytes));
}

function refuseNames(names: readonly Buffer[], head: Buffer): FileFailure | null {
  if (names.every((name) => name.length === 0) || names.some((name) => name.length > columnNameLimit)) {
    return refuse("no_header", head.subarray(0, printableBytes));
  }
  const wrong = names.find((name) => !isUtf8(name));
  if (wrong) return refuse("not_utf8", printableAround(wrong, findInvalidByte(wrong)));
  const nul = names.find((name) => name.includes(0));
  return nul ? refuse("null_character", nul) : null;
}
