import { createHash } from "node:crypto";
import { open, type FileHandle, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { Refusal } from "#scripts/cli/outcome.ts";
import path from "node:path";

export const backupFormat = "benchside-backup/1";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
/** A name of the database, as the migrations give them: never more than a word. */
const word = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const stored = { bytes: count, sha256 };
const storedTable = z.strictObject({
  name: word,
  columns: z.array(word).min(1),
  rows: count,
  ...stored,
});
/** A file of the data folder, by its place there. */
const storedFile = z.strictObject({
  name: z.string().regex(/^(uploads|reports)\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}(\.csv)?$|^secrets\.json$/),
  ...stored,
});

const studyDigest = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  state: z.string(),
  /** Of the plan that was frozen; null for a draft. */
  manifest: sha256.nullable(),
  /** Over every figure of the overview, by whose answers they are; null where they were not computed. */
  results: z.strictObject({ people: sha256.nullable(), simulated: sha256.nullable() }),
});
export type StudyDigest = z.output<typeof studyDigest>;

/** What a backup says of itself; the last thing in it but for its own hash. */
const backupManifest = z.strictObject({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  software: z.strictObject({ version: z.string(), rules: count }),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string().regex(/^\w+$/), checksum: sha256 })).min(1),
  tables: z.array(storedTable),
  sequences: z.array(z.strictObject({ name: word, last: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  files: z.array(storedFile),
  studies: z.array(studyDigest),
  /** Why the results' digests are missing, where they are. */
  withoutResults: z.string().nullable(),
  /** Tables that stood beside ours and are not in it. */
  leftOut: z.array(z.string()),
  /** Over every byte before the manifest. */
  pieces: sha256,
});
export type BackupManifest = z.output<typeof backupManifest>;
export type StoredTable = z.output<typeof storedTable>;

/** Where the pieces of a table or a file stand in the archive. */
export const placeOfTable = (name: string): string => `tables/${name}`;
export const placeOfFile = (name: string): string => `files/${name}`;

export const countRows = ({ tables }: Pick<BackupManifest, "tables">): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

const BLOCK = 512;
/** A tar ends with two empty blocks. */
export const tarEnd = Buffer.alloc(2 * BLOCK);
/** An entry is read whole: a piece of a backup packs 4 MB, and a manifest is shorter. */
const maxEntryBytes = 16 << 20;

type TarEntry = { name: string; size: number; at: number };

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

class DamagedTar extends Error {}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** The bytes of an entry. */
async function readTarEntry(file: FileHandle, { name, size, at }: TarEntry): Promise<Buffer> {
  const bytes = await readAt(file, at, size);
  if (bytes.length < size) throw new DamagedTar(`it is cut off inside ${name}`);
  return bytes;
}

/**
 * What is in a tar of ours. Every byte beside the contents is compared with what would be written today: a file that
 * was damaged anywhere is not taken for a whole one.
 */
async function listTarEntries(file: FileHandle): Promise<TarEntry[]> {
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

const compress = promisify(gzip);
/** So much is in memory at a time, and so much is lost to a reader where a piece is damaged. */
const PIECE_BYTES = 4 << 20;

export type PieceSum = { bytes: number; sha256: string };

/**
 * A backup while it is written: under another name beside its own, which it gets when everything is on the disk. Readable
 * for its owner alone.
 */
export class ArchiveWriter {
  readonly #file: string;
  readonly #draft: string;
  readonly #handle: FileHandle;
  readonly #whole = createHash("sha256");
  #bytes = 0;

  private constructor(file: string, draft: string, handle: FileHandle) {
    this.#file = file;
    this.#draft = draft;
    this.#handle = handle;
  }

  static async create(file: string): Promise<ArchiveWriter> {
    const draft = `${file}.unfinished-${process.pid}`;
    return new ArchiveWriter(file, draft, await open(draft, "wx", 0o600));
  }

  async #write(...parts: Buffer[]): Promise<void> {
    for (const part of parts) {
      await this.#handle.appendFile(part);
      this.#whole.update(part);
      this.#bytes += part.length;
    }
  }

  async #addPiece(name: string, bytes: Buffer): Promise<void> {
    await this.#write(tarHeader(name, bytes.length), bytes, tarPadding(bytes.length));
  }

  /** In pieces of gzip, which together are one file of gzip: `cat` and `gunzip` make the original of them. */
  async add(place: string, content: AsyncIterable<Buffer>): Promise<PieceSum> {
    const hash = createHash("sha256");
    let [bytes, number, held, length] = [0, 0, [] as Buffer[], 0];
    const flush = async () => {
      const piece = await compress(Buffer.concat(held));
      await this.#addPiece(`${place}/${String((number += 1)).padStart(6, "0")}.gz`, piece);
      [held, length] = [[], 0];
    };
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      held.push(chunk);
      length += chunk.length;
      if (length >= PIECE_BYTES) await flush();
    }
    if (length > 0 || number === 0) await flush();
    return { bytes, sha256: hash.digest("hex") };
  }

  /** The manifest and its hash close it; then it gets its name. */
  async finish(manifest: Omit<BackupManifest, "pieces">): Promise<PieceSum> {
    const said: BackupManifest = { ...manifest, pieces: this.#whole.copy().digest("hex") };
    const text = Buffer.from(`${JSON.stringify(said, null, 1)}\n`);
    await this.#addPiece("manifest.json", text);
    const line = `${createHash("sha256").update(text).digest("hex")}  manifest.json\n`;
    await this.#addPiece("manifest.sha256", Buffer.from(line));
    await this.#write(tarEnd);
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#draft, this.#file);
    // Its name has to survive a power cut, too; a system that has no such thing keeps it by itself.
    const folder = await open(path.dirname(this.#file), "r").catch(() => null);
    await folder?.sync().finally(() => folder.close());
    return { bytes: this.#bytes, sha256: this.#whole.digest("hex") };
  }

  /** Nothing of it stays. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#draft, { force: true });
  }
}

const decompress = promisify(gunzip);
const piece = /^(.+)\/(\d{6})\.gz$/;
/** Ours hold 4 MB and the rest of what came with it; somebody else's could unpack to all of the memory there is. */
const maxUnpacked = 16 << 20;

/** A backup as it lies on the disk, with what it says of itself. */
export class Archive {
  readonly manifest: BackupManifest;
  readonly #file: FileHandle;
  readonly #pieces: ReadonlyMap<string, readonly TarEntry[]>;

  constructor(file: FileHandle, manifest: BackupManifest, pieces: ReadonlyMap<string, readonly TarEntry[]>) {
    this.#file = file;
    this.manifest = manifest;
    this.#pieces = pieces;
  }

  async *#read(place: string): AsyncGenerator<Buffer> {
    for (const entry of this.#pieces.get(place) ?? [])
      yield await unpack(entry.name, await readTarEntry(this.#file, entry));
  }

  readTable = (name: string): AsyncGenerator<Buffer> => this.#read(placeOfTable(name));
  readFile = (name: string): AsyncGenerator<Buffer> => this.#read(placeOfFile(name));

  /** Every byte of it is read and compared with what the manifest says. */
  async check(): Promise<void> {
    const pieces = [...this.#pieces.values()].flat();
    const { size = 0, at = 0 } = pieces.at(-1) ?? {};
    const before = createHash("sha256");
    const end = at + size + tarPadding(size).length;
    if (end > 0)
      for await (const chunk of this.#file.createReadStream({ start: 0, end: end - 1, autoClose: false }))
        before.update(chunk as Buffer);
    await this.#checkContents();
    if (before.digest("hex") !== this.manifest.pieces) throw new DamagedTar("it is damaged");
  }

  async #checkContents(): Promise<void> {
    const { tables, files } = this.manifest;
    const expected = [
      ...tables.map(({ name, ...stored }) => ({ place: placeOfTable(name), ...stored })),
      ...files.map(({ name, ...stored }) => ({ place: placeOfFile(name), ...stored })),
    ];
    for (const { place, sha256, bytes } of expected) {
      const hash = createHash("sha256");
      let left = bytes;
      for await (const chunk of this.#read(place)) {
        left -= chunk.length;
        if (left < 0) throw new DamagedTar(`${place} unpacks to more than its manifest says`);
        hash.update(chunk);
      }
      if (hash.digest("hex") !== sha256) throw new DamagedTar(`${place} is damaged`);
    }
    const places = new Set(expected.map(({ place }) => place));
    const unknown = [...this.#pieces.keys()].find((place) => !places.has(place));
    if (unknown) throw new DamagedTar(`its manifest doesn’t name ${unknown}`);
  }

  close = (): Promise<void> => this.#file.close();
}

async function unpack(name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: maxUnpacked });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE")
      throw new DamagedTar(`${name} is damaged`);
    throw new DamagedTar(
      `${name} unpacks to more than ${maxUnpacked >> 20} MB, which no piece of a backup does`,
    );
  }
}

/** Pieces of one thing follow each other, the first is 1. */
function collectPieces(entries: readonly TarEntry[]): Map<string, TarEntry[]> {
  const pieces = new Map<string, TarEntry[]>();
  for (const entry of entries) {
    const [, place = "", number = ""] = piece.exec(entry.name) ?? [];
    const before = pieces.get(place) ?? [];
    if (Number(number) !== before.push(entry)) throw new DamagedTar(`${entry.name} doesn’t belong there`);
    pieces.set(place, before);
  }
  return pieces;
}

async function readManifest(file: FileHandle, entries: readonly TarEntry[]): Promise<BackupManifest> {
  const [own, hash] = entries.slice(-2);
  if (own?.name !== "manifest.json" || hash?.name !== "manifest.sha256")
    throw new DamagedTar(
      entries[0]?.name.startsWith("tables/") ? "it is cut off" : "it is no backup of Benchside",
    );
  const text = await readTarEntry(file, own);
  const line = `${createHash("sha256").update(text).digest("hex")}  manifest.json\n`;
  if ((await readTarEntry(file, hash)).toString("latin1") !== line)
    throw new DamagedTar("its manifest is damaged");
  const said = readJson(text);
  const named = z.object({ format: z.string() }).safeParse(said);
  if (named.success && named.data.format !== backupFormat)
    throw new Refusal(`its format is ${named.data.format}: it was made by a newer version of Benchside`);
  const manifest = backupManifest.safeParse(said);
  if (manifest.success) return manifest.data;
  const [issue] = manifest.error.issues;
  throw new DamagedTar(`its manifest is no backup’s: ${issue?.path.join(".")}: ${issue?.message}`);
}

function readJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    throw new DamagedTar("its manifest is no JSON");
  }
}

/** Opens a backup for as long as `use` takes. What is damaged, cut off or no backup is refused by name. */
export async function withArchive<T>(name: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const file = await open(name, "r").catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${name}: ${error.code === "ENOENT" ? "there is no such file" : error.message}`);
  });
  try {
    const entries = await listTarEntries(file);
    const manifest = await readManifest(file, entries);
    return await use(new Archive(file, manifest, collectPieces(entries.slice(0, -2))));
  } catch (error) {
    if (error instanceof DamagedTar) throw new Refusal(`${name}: ${error.message}`);
    throw error;
  } finally {
    await file.close();
  }
}
