import { isUtf8 } from "node:buffer";
import type { FileProblemCode, ScanProblem } from "#lib/files/file-problems.ts";
import { findInvalidByte, printableAround } from "#lib/files/printable.ts";

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
