import { inflateRawSync, zstdDecompressSync } from "node:zlib";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import yauzl, { type Entry, type ZipFile } from "yauzl";

/** What is wrong with an archive as a whole, or with one of its entries. */
export type ZipFault =
  | "cut_off"
  | "encrypted"
  | "wrong_name"
  | "unknown_method"
  | "too_large"
  | "too_dense"
  | "too_many";

export class ZipError extends Error {
  readonly fault: ZipFault;
  readonly entry: string;
  constructor(fault: ZipFault, entry = "") {
    super(`zip: ${fault} ${entry}`);
    this.name = "ZipError";
    this.fault = fault;
    this.entry = entry;
  }
}

export type ZipEntry = {
  name: string;
  /** As large as the archive says that it is. */
  bytes: number;
  /** All of it, where it is no larger than is said. */
  read(most?: number): Promise<Buffer>;
  /** Of any size, and no longer than it says: a fault of it comes while it is read. */
  stream(): Promise<Readable>;
};
export type Zip = { bytes: number; entries: readonly ZipEntry[]; close(): void };

const mostEntries = 500_000;
export const maxEntriesInWords = mostEntries.toLocaleString("en");
export const maxEntryBytes = 64 << 20;
/** Beyond a megabyte nothing that somebody wrote packs to less than a part in so many. */
export const maxRatio = 250;
const minDense = 1 << 20;
const isTooDense = (unpacked: number, packed: number) => unpacked > minDense && unpacked > packed * maxRatio;

const [stored, deflated, zstandard] = [0, 8, 93];

/**
 * Lists an archive, or the first entries of it alone; of each entry no more is read than is asked for, and never more than it
 * may hold.
 */
export async function openZip(path: string, { first = Infinity } = {}): Promise<Zip> {
  const file = await open(path);
  try {
    if (first === Infinity && file.entryCount > mostEntries) throw new ZipError("too_many");
    const entries: ZipEntry[] = [];
    let unpacked = 0;
    // Entries may share what they unpack: each by itself would pass.
    const held = (entry: Entry): Entry => {
      const { fileName, compressedSize, uncompressedSize } = entry;
      if (isTooDense(uncompressedSize, compressedSize) || isTooDense(unpacked, file.fileSize))
        throw new ZipError("too_dense", fileName);
      return entry;
    };
    for await (const entry of listEntries(file, Math.min(first, file.entryCount))) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw new ZipError("encrypted", entry.fileName);
      unpacked += entry.uncompressedSize;
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: async (most = maxEntryBytes) => readEntry(file, held(entry), most),
        stream: async () => streamEntry(file, held(entry)),
      });
    }
    return { bytes: file.fileSize, entries, close: () => file.close() };
  } catch (error) {
    file.close();
    throw faultOf(error);
  }
}

const openFile = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

async function open(path: string): Promise<ZipFile> {
  try {
    // Names that lead out of a folder are refused by it, though nothing is ever written under them.
    return await openFile(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    throw faultOf(error);
  }
}

async function* listEntries(file: ZipFile, count: number): AsyncGenerator<Entry> {
  for (let at = 0; at < count; at += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry>();
    file.once("entry", resolve).once("error", reject);
    file.readEntry();
    try {
      yield await promise;
    } finally {
      file.off("entry", resolve).off("error", reject);
    }
  }
}

async function readEntry(file: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry;
  if (Math.max(compressedSize, uncompressedSize) > most) throw new ZipError("too_large", fileName);
  if (![stored, deflated, zstandard].includes(compressionMethod))
    throw new ZipError("unknown_method", fileName);
  const stream = await promisify<Entry, yauzl.ZipFileOptions, NodeJS.ReadableStream>(
    file.openReadStream.bind(file),
  )(entry, { decodeFileData: false }).catch((error: unknown) => {
    throw faultOf(error, fileName);
  });
  const packed = await buffer(stream);
  try {
    const bytes =
      compressionMethod === stored
        ? packed
        : compressionMethod === deflated
          ? inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
          : unpackFrames(packed, uncompressedSize);
    if (bytes.length !== uncompressedSize) throw new ZipError("cut_off", fileName);
    return bytes;
  } catch (error) {
    throw faultOf(error, fileName);
  }
}

async function streamEntry(file: ZipFile, entry: Entry): Promise<Readable> {
  const { fileName, compressionMethod } = entry;
  if (![stored, deflated].includes(compressionMethod)) throw new ZipError("unknown_method", fileName);
  const open = promisify<Entry, Readable>(file.openReadStream.bind(file));
  return open(entry).catch((error: unknown) => {
    throw faultOf(error, fileName);
  });
}

/** Node ends behind the first frame, without a word; writers that stream make several. */
function unpackFrames(packed: Buffer, most: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < packed.length;) {
    const { buffer: part, engine } = zstdDecompressSync(packed.subarray(at), {
      maxOutputLength: Math.max(1, most - size),
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (engine.bytesWritten === 0) throw new ZipError("cut_off");
    parts.push(part);
    size += part.length;
    at += engine.bytesWritten;
  }
  return Buffer.concat(parts);
}

/** Whatever an archive throws says that it isn't whole, but for what is known better. */
function faultOf(error: unknown, entry = ""): Error {
  if (error instanceof ZipError) return error.entry === "" ? new ZipError(error.fault, entry) : error;
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (["ENOENT", "EMFILE", "EACCES"].includes(code)) return error as Error;
  if (/relative path|absolute path|invalid characters in fileName/.test(message))
    return new ZipError("wrong_name", entry);
  return new ZipError("cut_off", entry);
}
