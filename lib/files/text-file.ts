import { type FileHandle, open } from "node:fs/promises";
import type { FileProblemCode } from "#lib/files/file-problems.ts";
import { printable } from "#lib/files/printable.ts";
import { fail, type Failure, succeed, type Success } from "#lib/result.ts";

/** What was found goes with the code, so that the sentence about it can name it. */
export type FileFailure = Failure<FileProblemCode> & { readonly found: string };
export type FileResult<T> = Success<T> | FileFailure;

const kindBytes = 4096;
export const byteOrderMark = Buffer.from("\uFEFF");

export function refuse(code: FileProblemCode, found: string | Uint8Array = ""): FileFailure {
  return { ...fail(code), found: printable(found) };
}

/** Reads until the memory is full or the file ends. */
export async function readFully(file: FileHandle, memory: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < memory.length) {
    const { bytesRead } = await file.read(memory, filled, memory.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/** The first bytes of a file that is text, without its byte-order mark, and where they begin. */
export async function readHead(
  path: string,
  size: number,
): Promise<FileResult<{ head: Buffer; offset: number }>> {
  const file = await open(path);
  try {
    const memory = Buffer.alloc(Math.max(size, kindBytes));
    const bytes = memory.subarray(0, await readFully(file, memory, 0));
    const refusal = refuseKind(bytes.subarray(0, kindBytes));
    if (refusal) return refusal;
    const offset = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const head = bytes.subarray(offset);
    if (bytes.length < memory.length && head.every((byte) => byte <= 0x20)) return refuse("empty_file");
    return succeed({ head, offset });
  } finally {
    await file.close();
  }
}

/** Only by what stands at the very beginning: a wrong character further on is a matter of its row. */
function refuseKind(head: Buffer): FileFailure | null {
  if (head.length === 0) return refuse("empty_file");
  const [a, b, c = 0] = head;
  if (a === 0x50 && b === 0x4b && c < 9) return refuse("zip_archive");
  if (a === 0x1f && b === 0x8b) return refuse("gzip_archive");
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return refuse("utf16");
  const nulls = [0, 0];
  const first = head.subarray(0, 64);
  for (const [i, byte] of first.entries()) if (byte === 0) nulls[i % 2]!++;
  const [fewer = 0, more = 0] = nulls.toSorted((x, y) => x - y);
  if (fewer === 0 && more > 1 && more * 3 > first.length) return refuse("utf16");
  const strange = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  if (a === 0 || (strange > 16 && strange * 10 > head.length)) return refuse("binary_file");
  return null;
}

const carriageReturn = 0x0d;

/** Programs on Windows change line ends as they write; a text is the same with either. */
export function withPlainLineEnds(bytes: Buffer): Buffer {
  if (!bytes.includes(carriageReturn)) return bytes;
  return Buffer.from(bytes.toString("utf8").replace(/\r\n?/g, "\n"), "utf8");
}

export type Reading = { signal?: AbortSignal; onBytes?: (read: number) => void };

/** A stretch of a file in memory that moves on: what was not used up is kept, the rest is read anew. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #reading: Reading;
  #memory: Buffer;
  #filled = 0;
  #read: number;
  #isLast = false;

  constructor(file: FileHandle, { size, from, ...reading }: { size: number; from: number } & Reading) {
    this.#file = file;
    this.#read = from;
    this.#memory = Buffer.alloc(size);
    this.#reading = reading;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#filled);
  }

  /** Whether the file ends where the window does. */
  get isLast(): boolean {
    return this.#isLast;
  }

  /** Drops `used` bytes and fills up; grows where there is nothing to drop. */
  async move(used: number): Promise<void> {
    this.#reading.signal?.throwIfAborted();
    this.#memory.copy(this.#memory, 0, used, this.#filled);
    this.#filled -= used;
    if (this.#filled === this.#memory.length) this.#grow();
    while (this.#filled < this.#memory.length && !this.#isLast) {
      const room = this.#memory.length - this.#filled;
      const { bytesRead } = await this.#file.read(this.#memory, this.#filled, room, this.#read);
      this.#filled += bytesRead;
      this.#read += bytesRead;
      this.#isLast = bytesRead === 0;
    }
    this.#reading.onBytes?.(this.#read);
  }

  #grow(): void {
    const larger = Buffer.alloc(this.#memory.length * 2);
    this.#memory.copy(larger, 0, 0, this.#filled);
    this.#memory = larger;
  }
}

const LF = 10;
const CR = 13;

/** Counts line ends (LF, CRLF, a lone CR) along a window of bytes, each byte once. */
export class LineCounter {
  #line: number;
  #at = 0;
  #afterCr = false;

  constructor(line: number) {
    this.#line = line;
  }

  /** A window that begins where the counting stands now. */
  attach(): void {
    this.#at = 0;
  }

  /** The line on which the byte at `to` stands; `to` never goes back. */
  lineAt(bytes: Buffer, to: number): number {
    let line = this.#line;
    let afterCr = this.#afterCr;
    for (let i = this.#at; i < to; i++) {
      const byte = bytes[i]!;
      if (byte > CR) afterCr = false;
      else if (byte === LF) {
        if (!afterCr) line++;
        afterCr = false;
      } else {
        afterCr = byte === CR;
        if (afterCr) line++;
      }
    }
    this.#line = line;
    this.#afterCr = afterCr;
    this.#at = to;
    return line;
  }
}
