import { isUtf8 } from "node:buffer";
import type { FileProblemCode, ScanProblem } from "#lib/files/file-problems.ts";
import { LineCounter } from "#lib/files/text-file.ts";
import {
  findInvalidByte,
  printable,
  printableAround,
  printableBytes,
  withoutHalfCharacter,
} from "#lib/files/printable.ts";

export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const COMMA = 44;

const isLineEnd = (byte: number | undefined) => byte === LF || byte === CR;
export const isEnd = (byte: number | undefined) => byte === COMMA || isLineEnd(byte);
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9;

/** Marks often stand close together, and a call into the runtime costs as much as looking at many bytes here. */
function findQuote(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + 64);
  for (let at = from; at < near; at++) if (bytes[at] === QUOTE) return at;
  return near < bytes.length ? bytes.indexOf(QUOTE, near) : -1;
}

/**
 * Whether the mark behind a stray one begins a field: behind a comma unless that is the comma of a sentence, behind
 * a line end if what lies between has the fields that the row still lacks.
 */
function looksLikeOpening(bytes: Buffer, stray: number, next: number, missing: number): boolean {
  const before = bytes[next - 1];
  const behind = bytes[next + 1];
  if (before === COMMA) return !isBlank(behind) && !isLineEnd(behind);
  return isLineEnd(before) && bytes.subarray(stray, next).filter((byte) => byte === COMMA).length >= missing;
}

/** Where a field begins, and its first bytes even when the window they stood in is gone. */
class FieldStart {
  at = 0;
  #kept: Buffer | null = null;

  set(at: number): void {
    this.at = at;
    this.#kept = null;
  }

  bytes(window: Buffer): Buffer {
    return this.#kept ?? window.subarray(this.at, this.at + printableBytes);
  }

  /** Before the window moves on to what stands at `to`. */
  keep(window: Buffer, to: number): void {
    this.#kept ??= Buffer.from(window.subarray(this.at, Math.min(to, this.at + printableBytes)));
    this.at = 0;
  }

  /** After it has. */
  goOn(window: Buffer): void {
    if (!this.#kept || this.#kept.length >= printableBytes) return;
    this.#kept = Buffer.concat([this.#kept, window.subarray(0, printableBytes - this.#kept.length)]);
  }
}

export const fieldLimit = 1_000_000;
/** How far behind a stray quotation mark the next one is looked for. A window must hold more than that. */
const lookAhead = 65_536;

/** Takes a file apart, window by window; knows where in a row it stands, and nothing of files. */
export class CsvAutomaton {
  readonly #columns: readonly string[];
  readonly #slots: Int32Array;
  readonly #batch: CsvBatch;
  readonly #lines: LineCounter;
  #bytes: Buffer = Buffer.alloc(0);
  #isLast = false;
  #place: "row" | "field" | "plain" | "quoted" = "row";
  #field = 0;
  #slot = -1;
  #length = 0;
  readonly #start = new FieldStart();
  #rowLine = 1;
  #fieldLine = 1;
  #extraLine = 0;
  #isBroken = false;
  #brokenField = -1;
  /** Nothing more can be said without the next window. */
  needsMore = false;

  constructor(columns: readonly string[], wanted: readonly string[], batch: CsvBatch, line: number) {
    this.#columns = columns;
    this.#slots = Int32Array.from(columns, (name) => wanted.indexOf(name));
    this.#batch = batch;
    this.#lines = new LineCounter(line);
  }

  attach(bytes: Buffer, isLast: boolean): void {
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.#lines.attach();
    this.needsMore = false;
    this.#start.goOn(bytes);
  }

  /** Reads on from `start` until the batch is full or the window is used up; returns where that was. */
  scan(start: number): number {
    let at = start;
    for (;;) {
      if (this.#place === "row") {
        at = this.#skipEmptyLines(at);
        if (this.#batch.isFull) return at;
        this.needsMore = at === this.#bytes.length;
        if (this.needsMore) break;
        this.#beginRow(at);
      }
      if (this.#place === "field") {
        this.needsMore = at === this.#bytes.length && !this.#isLast;
        if (this.needsMore) break;
        at = this.#beginField(at);
      }
      at = this.#place === "quoted" ? this.#readQuoted(at) : this.#readPlain(at);
      if (this.needsMore) break;
    }
    this.#leave(at);
    return at;
  }

  /** Also skips what is left of a CRLF whose CR has ended the row. */
  #skipEmptyLines(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isLineEnd(bytes[at])) at++;
    return at;
  }

  #beginRow(at: number): void {
    this.#rowLine = this.#lines.lineAt(this.#bytes, at);
    this.#batch.beginRow(this.#rowLine);
    this.#field = 0;
    this.#isBroken = false;
    this.#brokenField = -1;
    this.#place = "field";
  }

  #beginField(at: number): number {
    this.#fieldLine = this.#lines.lineAt(this.#bytes, at);
    this.#start.set(at);
    this.#length = 0;
    this.#slot = this.#slots[this.#field] ?? -1;
    if (this.#field === this.#columns.length) this.#extraLine = this.#fieldLine;
    if (this.#slot >= 0) this.#batch.beginField(this.#slot, this.#fieldLine);
    const isQuoted = this.#bytes[at] === QUOTE;
    this.#place = isQuoted ? "quoted" : "plain";
    return isQuoted ? at + 1 : at;
  }

  #readPlain(start: number): number {
    const bytes = this.#bytes;
    const end = bytes.length;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte > COMMA) continue;
      if (byte === COMMA || byte === LF || byte === CR) break;
      if (byte === QUOTE) this.#reportQuote(at);
    }
    this.#append(start, at);
    if (at < end) return this.#closeField(at);
    if (this.#isLast) this.#endRow();
    else this.needsMore = true;
    return at;
  }

  #readQuoted(start: number): number {
    const bytes = this.#bytes;
    const end = bytes.length;
    for (let at = start; ;) {
      const quote = findQuote(bytes, at);
      if (quote < 0) {
        this.#append(at, end);
        if (this.#isLast) this.#endUnclosed();
        else this.needsMore = true;
        return end;
      }
      const isDoubled = bytes[quote + 1] === QUOTE;
      this.#append(at, isDoubled ? quote + 1 : quote);
      if (isDoubled && this.#brokenField === this.#field && this.#endsField(bytes[quote + 2])) {
        return this.#closeField(quote + 2);
      }
      if (isDoubled) {
        at = quote + 2;
        continue;
      }
      if (this.#endsField(bytes[quote + 1])) return this.#closeField(quote + 1);
      if (this.#isLast && quote + 1 === end) {
        this.#endRow();
        return end;
      }
      if (!this.#isLast && end - quote < lookAhead) {
        this.needsMore = true;
        return quote;
      }
      return this.#readOnBehind(quote);
    }
  }

  /**
   * A mark that neither ends its field nor is doubled. Where the next mark looks like one that begins a field,
   * this one was meant to end its own; otherwise it belongs to the text, and somebody forgot to double it. So
   * one bad row rarely takes its neighbours with it.
   */
  #readOnBehind(quote: number): number {
    const bytes = this.#bytes;
    this.#reportQuote(quote);
    let at = quote + 1;
    while (isBlank(bytes[at])) at++;
    if (this.#endsField(bytes[at])) return this.#closeField(at);
    const next = bytes.indexOf(QUOTE, quote + 1);
    if (next < 0 || looksLikeOpening(bytes, quote, next, this.#columns.length - 1 - this.#field))
      this.#place = "plain";
    this.#append(quote, quote + 1);
    return quote + 1;
  }

  /** In a field known to hold marks that nobody doubled, a line end behind one is more of the text. */
  #endsField(byte: number | undefined): boolean {
    const isEarly = this.#brokenField === this.#field && this.#field + 1 < this.#columns.length;
    return isEarly ? byte === COMMA : isEnd(byte);
  }

  #append(from: number, to: number): void {
    this.#length += to - from;
    if (this.#slot < 0) return;
    if (this.#length <= fieldLimit) this.#batch.append(this.#bytes, from, to);
    else {
      this.#batch.dropField(this.#slot);
      this.#slot = -1;
    }
  }

  #closeField(at: number): number {
    if (this.#bytes[at] === COMMA) {
      this.#endField();
      this.#field++;
      this.#place = "field";
    } else this.#endRow();
    return at + 1;
  }

  #endField(): void {
    if (this.#slot >= 0) this.#batch.endField(this.#slot);
    if (this.#length > fieldLimit && this.#field < this.#columns.length && !this.#isBroken) {
      this.#report("field_too_long", printable(this.#start.bytes(this.#bytes)));
    }
  }

  #endRow(): void {
    this.#endField();
    const fields = this.#field + 1;
    const { length } = this.#columns;
    if (!this.#isBroken && fields !== length) {
      const found = `${fields} instead of ${length}`;
      const missing = this.#slots.findIndex((slot, index) => slot >= 0 && index >= fields);
      if (fields > length) this.#batch.report(this.#extraLine, null, "too_many_fields", found);
      else if (missing >= 0) {
        this.#batch.report(this.#rowLine, this.#columns[missing]!, "too_few_fields", found);
      }
    }
    this.#batch.endRow();
    this.#place = "row";
  }

  #endUnclosed(): void {
    if (!this.#isBroken) this.#report("unclosed_quote", printable(this.#start.bytes(this.#bytes)));
    this.#isBroken = true;
    this.#endRow();
  }

  /** The first one of a row is the cause; what follows from it is not reported again. */
  #reportQuote(at: number): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#brokenField = this.#field;
    const near = withoutHalfCharacter(this.#bytes.subarray(this.#start.at, at + printableBytes));
    this.#report("broken_quoting", printableAround(near, at - this.#start.at));
  }

  #report(problem: "broken_quoting" | "unclosed_quote" | "field_too_long", found: string): void {
    this.#batch.report(this.#fieldLine, this.#columns[this.#field] ?? null, problem, found);
  }

  #leave(at: number): void {
    this.#lines.lineAt(this.#bytes, at);
    if (this.#place === "plain" || this.#place === "quoted") this.#start.keep(this.#bytes, at);
  }
}

/** The bytes are views: they are good until the next batch is asked for. */
export type CsvRow = {
  readonly line: number;
  readonly problems: readonly ScanProblem[];
  bytes(column: string): Buffer;
  lineOf(column: string): number;
};

const fullAtBytes = 1 << 20;
const fullAtRows = 4096;
const fullAtFields = 65_536;
const separator = 0x2c;
const nothing = Buffer.alloc(0);
const none: readonly ScanProblem[] = [];

/** Rows being gathered: the wanted fields one behind the other in one piece of memory. */
export class CsvBatch {
  readonly #slots: ReadonlyMap<string, number>;
  readonly #names: readonly string[];
  readonly #width: number;
  readonly #most: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #lines: Float64Array;
  readonly #rowLines: Float64Array;
  readonly #problems = new Map<number, ScanProblem[]>();
  #arena = Buffer.allocUnsafeSlow(fullAtBytes * 2);
  #used = 0;
  #rows = 0;

  constructor(wanted: readonly string[]) {
    this.#names = wanted;
    this.#slots = new Map(wanted.map((name, slot) => [name, slot]));
    this.#width = wanted.length;
    this.#most = Math.max(1, Math.min(fullAtRows, Math.floor(fullAtFields / Math.max(1, wanted.length))));
    const fields = this.#most * wanted.length;
    this.#starts = new Int32Array(fields);
    this.#ends = new Int32Array(fields);
    this.#lines = new Float64Array(fields);
    this.#rowLines = new Float64Array(this.#most);
  }

  get isFull(): boolean {
    return this.#rows === this.#most || this.#used >= fullAtBytes;
  }

  clear(): void {
    this.#rows = 0;
    this.#used = 0;
    this.#problems.clear();
  }

  beginRow(line: number): void {
    const first = this.#rows * this.#width;
    this.#rowLines[this.#rows] = line;
    this.#starts.fill(0, first, first + this.#width);
    this.#ends.fill(0, first, first + this.#width);
    this.#lines.fill(line, first, first + this.#width);
  }

  endRow(): void {
    this.#rows++;
  }

  beginField(slot: number, line: number): void {
    const place = this.#rows * this.#width + slot;
    this.#starts[place] = this.#used;
    this.#ends[place] = this.#used;
    this.#lines[place] = line;
  }

  append(bytes: Buffer, from: number, to: number): void {
    const length = to - from;
    if (this.#used + length >= this.#arena.length) this.#enlarge(length);
    // A call into the runtime costs more than copying a few bytes here.
    if (length > 48) bytes.copy(this.#arena, this.#used, from, to);
    else for (let i = from, at = this.#used; i < to; i++, at++) this.#arena[at] = bytes[i]!;
    this.#used += length;
  }

  endField(slot: number): void {
    this.#ends[this.#rows * this.#width + slot] = this.#used;
    // Keeps two fields that lie side by side from forming a character across their border.
    this.#arena[this.#used++] = separator;
  }

  /** Forgets what the field has so far. */
  dropField(slot: number): void {
    this.#used = this.#starts[this.#rows * this.#width + slot]!;
  }

  report(line: number, column: string | null, problem: FileProblemCode, found: string): void {
    this.#reportAt(this.#rows, { line, column, problem, found });
  }

  rows(): readonly CsvRow[] {
    this.#checkCharacters();
    return Array.from({ length: this.#rows }, (_, row) => this.#view(row));
  }

  #reportAt(row: number, problem: ScanProblem): void {
    const there = this.#problems.get(row);
    if (there) there.push(problem);
    else this.#problems.set(row, [problem]);
  }

  #enlarge(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#arena.length * 2, this.#used + length + 1));
    this.#arena.copy(larger, 0, 0, this.#used);
    this.#arena = larger;
  }

  #bytes(place: number): Buffer {
    return this.#arena.subarray(this.#starts[place]!, this.#ends[place]!);
  }

  /** One look at everything gathered; only where that finds something, one at each field. */
  #checkCharacters(): void {
    const all = this.#arena.subarray(0, this.#used);
    const isText = isUtf8(all);
    const hasNull = all.includes(0);
    if (isText && !hasNull) return;
    for (let place = 0; place < this.#rows * this.#width; place++) {
      const bytes = this.#bytes(place);
      const row = Math.floor(place / this.#width);
      const where = { line: this.#lines[place]!, column: this.#names[place % this.#width]! };
      const invalid = isText || isUtf8(bytes) ? -1 : findInvalidByte(bytes);
      if (invalid >= 0) {
        this.#reportAt(row, { ...where, problem: "not_utf8", found: printableAround(bytes, invalid) });
      }
      const nul = hasNull ? bytes.indexOf(0) : -1;
      if (nul >= 0) {
        this.#reportAt(row, { ...where, problem: "null_character", found: printableAround(bytes, nul) });
      }
    }
  }

  #view(row: number): CsvRow {
    const place = (column: string) => {
      const slot = this.#slots.get(column);
      return slot === undefined ? -1 : row * this.#width + slot;
    };
    return {
      line: this.#rowLines[row]!,
      problems: this.#problems.get(row) ?? none,
      bytes: (column) => {
        const at = place(column);
        return at < 0 ? nothing : this.#bytes(at);
      },
      lineOf: (column) => {
        const at = place(column);
        return at < 0 ? this.#rowLines[row]! : this.#lines[at]!;
      },
    };
  }
}
