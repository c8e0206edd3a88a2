import { open, type FileHandle } from "node:fs/promises";

export type Table = { rows: number; columns: readonly string[] };

/** Ours take a few kilobytes. */
const maxFooterBytes = 4 << 20;
const maxLevels = 32;
const magic = "PAR1";
const tailBytes = 8;

// The compact protocol of Thrift, as far as Parquet has it.
const [stop, yes, no, byte, short, int, long, double, binary, list, struct] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
];

class Unreadable extends Error {}

/**
 * How many rows a Parquet file says that it has, and which columns; null where it can't be read. The library's reader
 * makes room for as many values as a footer claims, and walks as many parts of a column: a few bytes ended the process,
 * or kept it for hours. This one takes each byte once.
 */
export async function readTable(path: string): Promise<Table | null> {
  const file = await open(path);
  try {
    return readFooter(await takeFooter(file));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function takeFooter(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tail = await readAt(file, size - tailBytes, tailBytes);
  const length = tail.readUInt32LE();
  if (tail.toString("latin1", 4) !== magic || length > maxFooterBytes) throw new Unreadable();
  return readAt(file, size - tailBytes - length, length);
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (at < 0) throw new Unreadable();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new Unreadable();
  return buffer;
}

type Element = { name: string; parts: number };

function readFooter(bytes: Buffer): Table {
  const reader = new CompactReader(bytes);
  const found: { rows?: number; elements?: Element[] } = {};
  reader.readStruct((field, type) => {
    if (field === 2 && type === list) found.elements = reader.readList(struct, () => readElement(reader));
    else if (field === 3 && type === long) found.rows = reader.readWhole();
    else return false;
    return true;
  });
  if (found.rows === undefined || !found.elements) throw new Unreadable();
  return { rows: found.rows, columns: listColumns(found.elements) };
}

function readElement(reader: CompactReader): Element {
  const element = { name: "", parts: 0 };
  reader.readStruct((field, type) => {
    if (field === 4 && type === binary) element.name = reader.readBytes().toString("utf8");
    else if (field === 5 && type === int) element.parts = reader.readWhole();
    else return false;
    return true;
  });
  return element;
}

/** The schema is flat: the root, and each column with its parts behind it, which have parts themselves. */
function listColumns([, ...elements]: readonly Element[]): string[] {
  const columns: string[] = [];
  let awaited = 0;
  for (const { name, parts } of elements) {
    if (awaited === 0) columns.push(name);
    awaited = Math.max(0, awaited - 1) + parts;
  }
  return columns;
}

class CompactReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Each field in its turn; what `take` leaves is passed over. */
  readStruct(take: (field: number, type: number) => boolean, level = 0): void {
    if (level > maxLevels) throw new Unreadable();
    for (let field = 0; ;) {
      const head = this.#byte();
      const type = head & 15;
      if (type === stop) return;
      field = head >> 4 === 0 ? this.readWhole() : field + (head >> 4);
      if (!take(field, type)) this.#pass(type, level + 1);
    }
  }

  readList<T>(wanted: number, read: () => T): T[] {
    const { type, count } = this.#listHead();
    if (type !== wanted) throw new Unreadable();
    return Array.from({ length: count }, read);
  }

  readBytes(): Buffer {
    const length = this.#varint();
    return this.#bytes.subarray(this.#at, this.#move(length));
  }

  /** Written in zigzag: the last bit is the sign. */
  readWhole(): number {
    const written = this.#varint();
    return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
  }

  #byte(): number {
    return this.#bytes.readUInt8(this.#move(1) - 1);
  }

  /** Where it is afterwards. */
  #move(length: number): number {
    if (length > this.#bytes.length - this.#at) throw new Unreadable();
    return (this.#at += length);
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const next = this.#byte();
      value += (next & 127) * factor;
      if (next < 128) return value;
    }
    throw new Unreadable();
  }

  /** Each element takes a byte at least. */
  #listHead(): { type: number; count: number } {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    if (count > this.#bytes.length - this.#at) throw new Unreadable();
    return { type: head & 15, count };
  }

  #pass(type: number, level: number): void {
    if (level > maxLevels) throw new Unreadable();
    if (type === yes || type === no) return;
    if (type === byte) this.#move(1);
    else if (type === short || type === int || type === long) this.#varint();
    else if (type === double) this.#move(8);
    else if (type === binary) this.readBytes();
    else if (type === struct) this.readStruct(() => false, level);
    else if (type === list) this.#passList(level);
    else throw new Unreadable();
  }

  #passList(level: number): void {
    const { type, count } = this.#listHead();
    // By itself a yes or no is said by its type, in a list by a byte.
    const each = type === yes || type === no ? byte : type;
    for (let at = 0; at < count; at++) this.#pass(each, level + 1);
  }
}
