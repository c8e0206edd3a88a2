import { createHash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { BackupManifest } from "#scripts/backup/manifest.ts";
import { tarEnd, tarHeader, tarPadding } from "#scripts/backup/tar.ts";

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
