import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import {
  backupManifest,
  backupFormat,
  placeOfFile,
  placeOfTable,
  type BackupManifest,
} from "#scripts/backup/manifest.ts";
import { DamagedTar, listTarEntries, readTarEntry, tarPadding, type TarEntry } from "#scripts/backup/tar.ts";
import { Refusal } from "#scripts/cli/outcome.ts";

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
