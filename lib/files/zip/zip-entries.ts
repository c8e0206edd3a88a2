import { inflateRawSync, zstdDecompressSync } from "node:zlib";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import yauzl, { type Entry, type ZipFile } from "yauzl";

/** What is wrong with an archive as a whole, or with one of its entries. */
export type ZipFault = "cut_off" | "encrypted" | "wrong_name" | "unknown_method" | "too_large" | "too_many";

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
  read(): Promise<Buffer>;
  /** Of any size, and no longer than it says: a fault of it comes while it is read. */
  stream(): Promise<Readable>;
};
export type Zip = { bytes: number; entries: readonly ZipEntry[]; close(): void };

const mostEntries = 1_000_000;
export const mostEntryBytes = 64 << 20;
const [stored, deflated, zstandard] = [0, 8, 93];

/** Lists an archive; of each entry no more is read than is asked for, and never more than it may hold. */
export async function openZip(path: string): Promise<Zip> {
  const file = await open(path);
  try {
    if (file.entryCount > mostEntries) throw new ZipError("too_many");
    const entries: ZipEntry[] = [];
    for await (const entry of listEntries(file)) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw new ZipError("encrypted", entry.fileName);
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => readEntry(file, entry),
        stream: () => streamEntry(file, entry),
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

async function* listEntries(file: ZipFile): AsyncGenerator<Entry> {
  for (let at = 0; at < file.entryCount; at += 1) {
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

async function readEntry(file: ZipFile, entry: Entry): Promise<Buffer> {
  const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry;
  if (Math.max(compressedSize, uncompressedSize) > mostEntryBytes) throw new ZipError("too_large", fileName);
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
          ? inflate(packed)
          : unpackFrames(packed);
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

const inflate = (packed: Buffer) => inflateRawSync(packed, { maxOutputLength: mostEntryBytes });

/** Node ends behind the first frame, without a word; writers that stream make several. */
function unpackFrames(packed: Buffer): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < packed.length;) {
    const { buffer: part, engine } = zstdDecompressSync(packed.subarray(at), {
      maxOutputLength: mostEntryBytes - size,
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
  if (code === "ERR_BUFFER_TOO_LARGE") return new ZipError("too_large", entry);
  if (/relative path|absolute path|invalid characters in fileName/.test(message))
    return new ZipError("wrong_name", entry);
  return new ZipError("cut_off", entry);
}
