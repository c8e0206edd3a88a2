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
