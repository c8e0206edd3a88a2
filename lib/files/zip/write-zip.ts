import { crc32, deflateRawSync } from "node:zlib";

// For archives of very many small files, as logs are: a stream for each of 100,000 entries took two minutes and a gigabyte.

export type ZipFile = { name: string; content: string };

/** Sizes and places beyond these stand in the longer records of ZIP64, which every reader of large archives knows. */
const short = { entries: 0xffff, bytes: 0xffffffff };
const methodDeflated = 8;
const namesInUtf8 = 0x0800;
// The first day that an archive can name: the same entries are the same bytes.
const sameForAll = [0, (1 << 5) | 1] as const;
const version = { plain: 20, zip64: 45 };
const pieceBytes = 64 << 10;
// What deflating takes for each entry, and leaves to be collected: an eighth of the usual, for texts of a few kilobytes.
const modest = { windowBits: 13, memLevel: 6, chunkSize: 4 << 10 };

const uint = (bytes: 2 | 4 | 8, ...values: readonly number[]): Buffer => {
  const all = Buffer.alloc(bytes * values.length);
  for (const [at, value] of values.entries())
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), bytes * at);
    else all.writeUIntLE(value, bytes * at, bytes);
  return all;
};

/**
 * An archive, written while its entries are made: of those that are written no more is kept than their lines in the list at
 * its end.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipFile>,
  { limits = short }: { limits?: typeof short } = {},
): AsyncGenerator<Buffer> {
  const list = new Pieces();
  const pending = new Pieces();
  let [offset, count] = [0, 0];
  for await (const { name, content } of entries) {
    const bytes = Buffer.from(content, "utf8");
    const packed = deflateRawSync(bytes, modest);
    const named = Buffer.from(name, "utf8");
    const facts = Buffer.concat([
      uint(2, namesInUtf8, methodDeflated, ...sameForAll),
      uint(4, crc32(bytes), packed.length, bytes.length),
    ]);
    list.add(listed(facts, named, offset, limits));
    pending.add(uint(4, 0x04034b50), uint(2, version.plain), facts, uint(2, named.length, 0), named, packed);
    offset += 30 + named.length + packed.length;
    count += 1;
    if (pending.bytes >= pieceBytes) yield pending.take();
  }
  const told = list.bytes;
  pending.add(list.take(), ending(count, { from: offset, bytes: told }, limits));
  yield pending.take();
}

/** A line of the list. A place beyond the short ones stands behind the name. */
function listed(facts: Buffer, named: Buffer, offset: number, limits: typeof short): Buffer {
  const isFar = offset >= limits.bytes;
  const extra = isFar ? Buffer.concat([uint(2, 1, 8), uint(8, offset)]) : Buffer.alloc(0);
  const needs = isFar ? version.zip64 : version.plain;
  return Buffer.concat([
    uint(4, 0x02014b50),
    uint(2, needs, needs),
    facts,
    uint(2, named.length, extra.length, 0, 0, 0),
    uint(4, 0, isFar ? short.bytes : offset),
    named,
    extra,
  ]);
}

type Directory = { from: number; bytes: number };

function ending(count: number, { from, bytes }: Directory, limits: typeof short): Buffer {
  const isLong = count >= limits.entries || from + bytes >= limits.bytes;
  const at = from + bytes;
  const long = [
    uint(4, 0x06064b50),
    uint(8, 44),
    uint(2, version.zip64, version.zip64),
    uint(4, 0, 0),
    uint(8, count, count, bytes, from),
    uint(4, 0x07064b50, 0),
    uint(8, at),
    uint(4, 1),
  ];
  const told = isLong ? [short.entries, short.bytes, short.bytes] : [count, bytes, from];
  const [entries = 0, size = 0, place = 0] = told;
  const end = [uint(4, 0x06054b50), uint(2, 0, 0, entries, entries), uint(4, size, place), uint(2, 0)];
  return Buffer.concat([...(isLong ? long : []), ...end]);
}

/** Bytes that gather, and are given away as one. */
class Pieces {
  #whole: Buffer[] = [];
  #parts: Buffer[] = [];
  bytes = 0;

  add(...parts: readonly Buffer[]): void {
    for (const part of parts) this.bytes += part.length;
    this.#parts.push(...parts);
    // Very many small buffers weigh more than what is in them.
    if (this.#parts.length > 4096) this.#gather();
  }

  take(): Buffer {
    this.#gather();
    const all = Buffer.concat(this.#whole);
    this.#whole = [];
    this.bytes = 0;
    return all;
  }

  #gather(): void {
    this.#whole.push(Buffer.concat(this.#parts));
    this.#parts = [];
  }
}
