import type { FileHandle } from "node:fs/promises";

const BLOCK = 512;
/** A tar ends with two empty blocks. */
export const tarEnd = Buffer.alloc(2 * BLOCK);
/** An entry is read whole: a piece of a backup packs 4 MB, and a manifest is shorter. */
const maxEntryBytes = 16 << 20;

export type TarEntry = { name: string; size: number; at: number };

/** The header that POSIX calls ustar, of a plain file that only its owner may read. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`too long a name for a tar: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, "0")}\0`, at);
  header.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.fill(" ", 148, 156);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export class DamagedTar extends Error {}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The bytes of an entry. */
export async function readTarEntry(file: FileHandle, { name, size, at }: TarEntry): Promise<Buffer> {
  const bytes = await readAt(file, at, size);
  if (bytes.length < size) throw new DamagedTar(`it is cut off inside ${name}`);
  return bytes;
}

/**
 * What is in a tar of ours. Every byte beside the contents is compared with what would be written today: a file that
 * was damaged anywhere is not taken for a whole one.
 */
export async function listTarEntries(file: FileHandle): Promise<TarEntry[]> {
  const { size: length } = await file.stat();
  const entries: TarEntry[] = [];
  for (let at = 0; ;) {
    const header = await readAt(file, at, BLOCK);
    if (header.length < BLOCK) throw new DamagedTar("it is cut off");
    if (header.every((byte) => byte === 0)) {
      const isEnd = length - at === tarEnd.length && (await readAt(file, at, tarEnd.length)).equals(tarEnd);
      if (!isEnd) throw new DamagedTar("its end is damaged");
      return entries;
    }
    const name = header.toString(
      "utf8",
      0,
      header.indexOf(0) === -1 ? 100 : Math.min(header.indexOf(0), 100),
    );
    const size = Number.parseInt(header.toString("latin1", 124, 135), 8);
    const isOurs = size >= 0 && size <= maxEntryBytes && Buffer.byteLength(name) <= 100;
    if (!isOurs || !tarHeader(name, size).equals(header))
      throw new DamagedTar(
        entries.length === 0 ? "it is no backup of Benchside" : `damaged after ${entries.at(-1)?.name}`,
      );
    const padding = tarPadding(size);
    const after = at + BLOCK + size;
    if (!(await readAt(file, after, padding.length)).equals(padding))
      throw new DamagedTar(
        after + padding.length > length ? `it is cut off inside ${name}` : `damaged after ${name}`,
      );
    entries.push({ name, size, at: at + BLOCK });
    at = after + padding.length;
  }
}
